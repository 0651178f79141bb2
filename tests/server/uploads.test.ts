import { randomBytes } from "node:crypto"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { once } from "node:events"
import { connect, Socket } from "node:net"
import { deflateSync } from "node:zlib"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { IMAGE_STORED_MAX_BYTES } from "../../server/core/image-encoding.ts"
import { IMAGE_LIMITS } from "../../server/http/image-sender.ts"
import { UPLOAD_MAX_BYTES } from "../../src/domain/limits.ts"
import { openApp, type TestApp } from "../support/app.ts"

let app: TestApp
let token: string
beforeAll(async () => {
  app = await openApp()
  token = (await app.join("ada")).token
})
afterAll(() => app.stop())

const pixels = { width: 40, height: 30, channels: 3, background: "#3366cc" } as const
const picture = () => sharp({ create: pixels })

const send = async (
  file: Uint8Array | null,
  options: { name?: string; field?: string; token?: string } = {},
) => {
  const form = new FormData()
  if (file !== null)
    form.append(options.field ?? "file", new Blob([new Uint8Array(file)]), options.name ?? "proof.png")
  const headers = { token: options.token ?? token }
  const response = await fetch(`${app.url}/api/upload/image`, { method: "POST", headers, body: form })
  const body: unknown = await response.json()
  return { status: response.status, headers: response.headers, body }
}
const textOf = (value: unknown, ...path: ReadonlyArray<string>): string =>
  String(
    path.reduce(
      (item: unknown, name) =>
        typeof item === "object" && item !== null ? Reflect.get(item, name) : undefined,
      value,
    ),
  )
const read = (url: string, headers: Record<string, string> = { token }) =>
  fetch(`${app.url}${url}`, { headers })

/**
 * A PNG whose header claims `side`² pixels and whose data inflates to zeros: small to send, large
 * to decode.
 */
const bomb = (side: number): Uint8Array => {
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const checksum = Buffer.alloc(4)
    checksum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, checksum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(Math.min(side * (side * 3 + 1), 60_000_000)))
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([magic, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))])
}
const crc32 = (bytes: Uint8Array): number => {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

/** A picture that no format makes small. */
const noise = (width: number, height: number) => {
  const data = randomBytes(width * height * 3)
  return sharp(data, { raw: { width, height, channels: 3 } })
}

describe("readers of images", () => {
  const count = 60
  const sampled = async (work: () => Promise<unknown>): Promise<number> => {
    const before = process.memoryUsage()
    let most = 0
    const timer = setInterval(() => {
      const { external, arrayBuffers } = process.memoryUsage()
      most = Math.max(most, external - before.external, arrayBuffers - before.arrayBuffers)
    }, 10)
    await work()
    clearInterval(timer)
    return most / 1e6
  }

  /** The server's end of the next connection. */
  const accepted = (): Promise<Socket> =>
    new Promise((resolve) => {
      const onSocket = (message: unknown) => {
        unsubscribe("net.server.socket", onSocket)
        const socket: unknown =
          typeof message === "object" && message !== null && Reflect.get(message, "socket")
        if (socket instanceof Socket) resolve(socket)
      }
      subscribe("net.server.socket", onSocket)
    })

  const unread =
    "that send many requests ahead and take nothing hold little memory, are cut, and delay no other"
  it(unread, { tags: ["exhaustive"] }, async () => {
    const file = await noise(800, 750).png().toBuffer()
    const sent = await send(file)
    const url = textOf(sent.body, "data", "url")
    const { hostname, port } = new URL(app.url)
    const serverEnd = accepted()
    const socket = connect(Number(port), hostname)
    socket.on("error", () => {})
    const closed = once(socket, "close")
    const cut = once(await serverEnd, "close")
    const megabytes = await sampled(async () => {
      socket.pause()
      const request = `GET ${url} HTTP/1.1\r\nhost: x\r\ntoken: ${token}\r\n\r\n`
      socket.write(request.repeat(count))
      await new Promise((resolve) => setTimeout(resolve, 5_000))
      const other = await read(url)
      expect(other.status).toBe(200)
      expect((await other.arrayBuffer()).byteLength).toBeGreaterThan(1_000_000)
    })
    expect(megabytes).toBeLessThan(40)
    // It is cut with most of its answers unsent, which the reader notices as soon as it reads.
    await cut
    let received = 0
    socket.on("data", (chunk) => {
      received += chunk.length
    })
    socket.resume()
    await closed
    expect(received).toBeLessThan(IMAGE_LIMITS.pipelined * 1_000_000)
  })

  it("may ask for as many images ahead as a connection may, and are refused the others", async () => {
    const sent = await send(await picture().png().toBuffer())
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname)
    let received = ""
    socket.on("data", (chunk: Buffer) => {
      received += chunk.toString("latin1")
    })
    const ask = `GET ${textOf(sent.body, "data", "url")} HTTP/1.1\r\nhost: x\r\ntoken: ${token}\r\n\r\n`
    socket.write(ask.repeat(IMAGE_LIMITS.pipelined + 3))
    const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status)
    await expect.poll(() => statuses()).toHaveLength(IMAGE_LIMITS.pipelined + 3)
    expect(statuses()).toEqual([...Array(IMAGE_LIMITS.pipelined).fill("200"), "429", "429", "429"])
    // the answered ones count no longer
    socket.write(ask)
    await vi.waitFor(() => expect(statuses().slice(IMAGE_LIMITS.pipelined + 3)).toEqual(["200"]), {
      timeout: 20_000,
    })
    socket.destroy()
  })

  it("get a whole image in slices, and many images one after another", async () => {
    const sent = await send(await noise(700, 700).jpeg({ quality: 95 }).toBuffer())
    const url = textOf(sent.body, "data", "url")
    const bodies = await Promise.all(
      Array.from({ length: 12 }, async () => Buffer.from(await (await read(url)).arrayBuffer())),
    )
    for (const body of bodies) expect((await sharp(body).metadata()).width).toBe(700)
    expect(new Set(bodies.map((body) => body.toString("base64"))).size).toBe(1)
  })
})

describe("an uploaded image", () => {
  it("that would be large as it is becomes a smaller WebP, or is refused", async () => {
    const file = await noise(1_100, 1_000).png().toBuffer()
    expect(file.length).toBeLessThan(UPLOAD_MAX_BYTES)
    const sent = await send(file)
    expect(sent.status).toBe(200)
    const back = await read(textOf(sent.body, "data", "url"))
    expect(back.headers.get("content-type")).toBe("image/webp")
    expect((await back.arrayBuffer()).byteLength).toBeLessThanOrEqual(IMAGE_STORED_MAX_BYTES)
  })

  it.each(["jpeg", "png", "webp"] as const)("is stored and readable by its owner: %s", async (format) => {
    const sent = await send(await picture().toFormat(format).toBuffer())
    expect(sent.body).toMatchObject({ code: 1, data: { width: 40, height: 30 } })
    const back = await read(textOf(sent.body, "data", "url"))
    expect(Object.fromEntries(back.headers)).toMatchObject({
      "content-type": `image/${format}`,
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    })
    expect((await sharp(await back.arrayBuffer()).metadata()).format).toBe(format)
  })

  it("loses metadata and appended bytes, and is upright", async () => {
    const withGps = await picture()
      .jpeg()
      .withExif({ IFD0: { Copyright: "canary-5311" }, IFD3: { GPSLatitude: "6/1 30/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const polyglot = Buffer.concat([
      withGps,
      Buffer.from("<script>alert('canary-5311')</script>PK\u0003\u0004"),
    ])
    const sent = await send(polyglot)
    expect(sent.body).toMatchObject({ code: 1, data: { width: 30, height: 40 } })
    const kept = Buffer.from(await (await read(textOf(sent.body, "data", "url"))).arrayBuffer())
    expect(kept.includes("canary-5311")).toBe(false)
    expect((await sharp(kept).metadata()).exif).toBeUndefined()
  })

  it("is hidden without a token, with another member's token, and under another id", async () => {
    const url = textOf((await send(await picture().png().toBuffer())).body, "data", "url")
    const other = await app.join("eve")
    expect((await read(url, {})).status).toBe(401)
    expect((await read(url, { token: other.token })).status).toBe(404)
    expect((await read("/files/unknown")).status).toBe(404)
  })
})

describe("a refused upload", () => {
  const refused = async (file: Uint8Array | null, status: number, reason: string, options = {}) => {
    const sent = await send(file, options)
    expect(sent.body).toMatchObject({ code: status === 401 ? -1 : 0, data: { reason } })
    expect(sent.status).toBe(status)
  }

  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
  const half = async () => {
    const whole = await sharp({ create: { ...pixels, width: 400, height: 400 } })
      .jpeg()
      .toBuffer()
    return whole.subarray(0, whole.length / 2)
  }
  it.each<[string, () => Promise<Uint8Array | null> | Uint8Array | null, number, string, object?]>([
    ["no token", () => new Uint8Array(4), 401, "session.invalid", { token: "x" }],
    ["no file", () => null, 400, "upload.file-missing"],
    ["a file under another name", () => new Uint8Array(4), 400, "upload.file-missing", { field: "image" }],
    ["an SVG", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, "upload.type"],
    ["HTML labelled as an image", () => Buffer.from("<!doctype html><h1>hi"), 415, "upload.type"],
    ["a GIF", () => picture().gif().toBuffer(), 415, "upload.type"],
    ["a truncated image", half, 422, "upload.unreadable"],
    ["the first bytes of a PNG and nothing after", () => magic, 422, "upload.unreadable"],
    ["more than 5 MB", () => Buffer.alloc(UPLOAD_MAX_BYTES + 1, 0xff), 413, "upload.too-large"],
  ])("%s", async (_, file, status, reason, options) => refused(await file(), status, reason, options))

  it.each([
    ["a second file under the name", ['name="file"; filename="a.png"', 'name="file"; filename="b.png"']],
    ["a value under the name after the file", ['name="file"; filename="a.png"', 'name="file"']],
    ["a value under the name before the file", ['name="file"', 'name="file"; filename="a.png"']],
    [
      "a second one after another file",
      ['name="file"; filename="a"', 'name="x"; filename="b"', 'name="file"; filename="c"'],
    ],
  ])("%s", async (_, parts) => {
    const png = (await picture().png().toBuffer()).toString("latin1")
    const form = parts.map((part) => `--b\r\ncontent-disposition: form-data; ${part}\r\n\r\n${png}\r\n`)
    const headers = { token, "content-type": "multipart/form-data; boundary=b" }
    const body = Buffer.from(`${form.join("")}--b--\r\n`, "latin1")
    const answer = await fetch(`${app.url}/api/upload/image`, { method: "POST", headers, body })
    expect(await answer.json()).toMatchObject({
      code: 0,
      data: { reason: "upload.second-file", field: "file" },
    })
    expect(answer.status).toBe(400)
  })

  it("JSON instead of a form, and a truncated form", async () => {
    const post = async (type: string, body: string) => {
      const headers = { token, "content-type": type }
      return (await fetch(`${app.url}/api/upload/image`, { method: "POST", headers, body })).status
    }
    expect(await post("application/json", "{}")).toBe(415)
    const body = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf'
    expect(await post("multipart/form-data; boundary=b", body)).toBe(422)
  })

  it("a decompression bomb of 14 000² pixels, with little memory", async () => {
    const bytes = bomb(14_000)
    expect(bytes.length).toBeLessThan(UPLOAD_MAX_BYTES)
    const before = process.memoryUsage().rss
    for (let i = 0; i < 4; i++) await refused(bytes, 413, "upload.too-large")
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024)
  })

  it("the 61st of a member within an hour", async () => {
    const eager = await app.join("eager")
    const small = await sharp({ create: { ...pixels, width: 2, height: 2 } })
      .png()
      .toBuffer()
    const upload = () => send(small, { token: eager.token }).then(({ status }) => status)
    const statuses: number[] = []
    for (let i = 0; i < 19; i += 1) statuses.push(...(await Promise.all([upload(), upload(), upload()])))
    expect(new Set(statuses)).toEqual(new Set([200]))
    const last = await Promise.all([upload(), upload(), upload(), upload()])
    expect(last.toSorted()).toEqual([200, 200, 200, 429])
    const refused = await send(small, { token: eager.token })
    expect(refused.status).toBe(429)
    const waitSeconds = Number(refused.headers.get("retry-after"))
    expect(waitSeconds).toBeGreaterThan(3_500)
    expect(waitSeconds).toBeLessThanOrEqual(3_600)
    expect(refused.body).toMatchObject({ data: { params: { seconds: waitSeconds } } })
  })

  it("an endless stream, while others are served", async () => {
    const { port } = new URL(app.url)
    const socket = connect(Number(port), "127.0.0.1")
    const answered = new Promise<string>((resolve) => {
      let text = ""
      socket.on("data", (chunk) => {
        text += chunk.toString("latin1")
      })
      socket.on("error", () => undefined)
      socket.on("close", () => resolve(text))
    })
    socket.write(
      `POST /api/upload/image HTTP/1.1\r\nhost: x\r\ntoken: ${token}\r\ntransfer-encoding: chunked\r\ncontent-type: multipart/form-data; boundary=b\r\n\r\n`,
    )
    const part = Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n')
    const piece = Buffer.alloc(1024 * 1024, 0xff)
    const chunk = (bytes: Buffer) =>
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")])
    socket.write(chunk(part))
    const timer = setInterval(() => socket.writable && socket.write(chunk(piece)), 5)
    // Calls, not probes: a probe gives a busy machine's database one second.
    const others = Promise.all(Array.from({ length: 20 }, () => app.call("userInfo", {}, { token })))
    expect(new Set((await others).map(({ status }) => status))).toEqual(new Set([200]))
    const text = await answered
    clearInterval(timer)
    expect(text).toMatch(/^HTTP\/1\.1 413 /)
  })
})
