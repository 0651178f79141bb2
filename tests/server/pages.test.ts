import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { commonHeaders } from "../../server/http/headers.ts"
import { servePages } from "../../server/http/pages.ts"

const folder = mkdtempSync(join(tmpdir(), "links-pages-"))
const page = "<!doctype html><title>Financial Links</title><style>a{}</style>"
/** As large as the other. */
const japanese = page.replace("Links", "リ")
/** When the film was last changed. */
const changed = "Fri, 02 Jan 2026 03:04:05 GMT"
let url = ""
let isSiteOpen = true
let isConfigShown = false
const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content)

const server = createServer()
beforeAll(async () => {
  mkdirSync(join(folder, ".vite"))
  mkdirSync(join(folder, "assets"))
  write("index.html", page)
  write("index.html.br", brotliCompressSync(page))
  write("index.ja.html", japanese)
  write(".vite/inline.json", JSON.stringify({ scripts: ["'sha256-SCRIPT'"], styles: ["'sha256-STYLE'"] }))
  write("assets/app-1a2b.js", "1")
  write("icon.svg", "<svg/>")
  mkdirSync(join(folder, "media"))
  write("media/film.mp4", "0123456789")
  utimesSync(join(folder, "media/film.mp4"), new Date(changed), new Date(changed))
  server.on(
    "request",
    servePages(folder, () => ({ isOpen: isSiteOpen, isConfigShown })),
  )
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

describe("pages", () => {
  it.each(["/", "/pages/tabbar/home/index", "/pages/withdraw/withdraw?id=1", "/pages/anything"])(
    "%s is the app's page, compressed, asked for again each time",
    async (path) => {
      const response = await fetch(url + path, { headers: { "accept-encoding": "br" } })
      expect(response.status).toBe(200)
      expect(await response.text()).toBe(page)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": expect.stringContaining("text/html"),
        "content-encoding": "br",
        "cache-control": "no-cache",
      })
    },
  )

  it.each([
    ["the language chosen on the device", { cookie: "a=1; locale=ja", "accept-language": "fr" }, japanese],
    [
      "the browser's first language that has a document",
      { "accept-language": "xx,ja-JP;q=0.9,en;q=0.8" },
      japanese,
    ],
    ["English, where a cookie is malformed", { cookie: "locale=../../ja" }, page],
    ["English, where the language has no document", { cookie: "locale=fr" }, page],
  ])("are in %s", async (_which, headers, expected) => {
    for (const path of ["/", "/pages/tabbar/home/index"]) {
      const response = await fetch(url + path, { headers })
      expect(await response.text()).toBe(expected)
      expect(response.headers.get("vary")?.toLowerCase()).toContain("accept-language, cookie")
    }
  })

  it("are sent again in another language, though files of the same size are of the same age", async () => {
    const [english, other] = ["index.html", "index.ja.html"].map((name) => join(folder, name))
    for (const path of [english, other]) utimesSync(path ?? "", new Date(changed), new Date(changed))
    const ask = (cookie: string, tag: string) =>
      fetch(`${url}/`, { headers: { cookie, "if-none-match": tag, "accept-encoding": "identity" } })
    const tag = (await ask("locale=ja", "")).headers.get("etag") ?? ""
    expect((await ask("locale=ja", tag)).status).toBe(304)
    expect((await ask("locale=en", tag)).status).toBe(200)
  })

  it("allow their inline code by hash, and nothing else", async () => {
    const policy = (await fetch(url)).headers.get("content-security-policy") ?? ""
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      "script-src 'self' 'sha256-SCRIPT'",
      "style-src 'self' 'sha256-STYLE'",
      "img-src 'self' data: blob:",
      "media-src 'self'",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types financial-links-worker",
    ])
  })

  it("report whether the site is open, on a 304 too", async () => {
    const first = await fetch(`${url}/`)
    expect(first.headers.get("server-timing")).toBe('site;desc="on"')
    isSiteOpen = false
    const again = await fetch(`${url}/`, { headers: { "if-none-match": first.headers.get("etag") ?? "" } })
    expect([again.status, again.headers.get("server-timing")]).toEqual([304, 'site;desc="off"'])
    isSiteOpen = true
    isConfigShown = true
    expect((await fetch(`${url}/`)).headers.get("server-timing")).toBe('site;desc="on", config;desc="shown"')
    isConfigShown = false
  })

  it("cache files with a hash in their name for good, without the policy of the page", async () => {
    const response = await fetch(`${url}/assets/app-1a2b.js`)
    expect(response.headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
  })

  it("are answered 304 when nothing changed", async () => {
    const etag = (await fetch(`${url}/icon.svg`)).headers.get("etag") ?? ""
    expect((await fetch(`${url}/icon.svg`, { headers: { "if-none-match": etag } })).status).toBe(304)
  })

  it.each(["/assets/gone-9f.js", "/.vite/inline.json", "/../package.json", "/%2e%2e/package.json"])(
    "%s is missing",
    async (path) => expect((await fetch(url + path)).status).toBe(404),
  )

  it.each(["/notes.txt", "/pages/home.html", "/assets/gone-9f.js"])(
    "%s opened in a window is the app's page",
    async (path) => {
      const browsers = [{ "sec-fetch-dest": "document" }, { accept: "text/html,*/*" }]
      for (const headers of browsers) {
        const response = await fetch(url + path, { headers })
        expect([response.status, await response.text()]).toEqual([200, page])
      }
      expect(
        (await fetch(url + path, { headers: { "sec-fetch-dest": "script", accept: "text/html" } })).status,
      ).toBe(404)
    },
  )

  describe("in parts", () => {
    const media = "0123456789"
    const ask = async (headers: Record<string, string>, method = "GET") => {
      const response = await fetch(`${url}/media/film.mp4`, { method, headers })
      return [response.status, response.headers.get("content-range"), await response.text()]
    }
    const whole = [200, null, media]

    it.each<[string, ReadonlyArray<unknown>]>([
      ["bytes=0-0", [206, "bytes 0-0/10", "0"]],
      ["bytes=2-5", [206, "bytes 2-5/10", "2345"]],
      ["Bytes=7-", [206, "bytes 7-9/10", "789"]],
      ["bytes=7-99999999999999999999999", [206, "bytes 7-9/10", "789"]],
      ["bytes=-3", [206, "bytes 7-9/10", "789"]],
      ["bytes=-99", [206, "bytes 0-9/10", media]],
      ["bytes= 1-2 ,", [206, "bytes 1-2/10", "12"]],
      ["bytes=1-2, 99-", [206, "bytes 1-2/10", "12"]],
      ["bytes=10-", [416, "bytes */10", ""]],
      ["bytes=99-100", [416, "bytes */10", ""]],
      ["bytes=-0", [416, "bytes */10", ""]],
      ["bytes=5-1", whole],
      ["bytes=0-1,4-5", whole],
      ["bytes=0-1,5-1", whole],
      ["bytes=", whole],
      ["bytes=a-b", whole],
      ["bytes=1", whole],
      ["bytes=--1", whole],
      ["bytes=1.5-2", whole],
      ["items=0-1", whole],
      ["nonsense", whole],
    ])("answer %s as RFC 9110 says", async (range, expected) => {
      expect(await ask({ range })).toEqual(expected)
    })

    it("are whole for a HEAD, and where the file has changed since the part before", async () => {
      const range = "bytes=2-5"
      expect(await ask({ range }, "HEAD")).toEqual([200, null, ""])
      expect(await ask({ range, "if-range": changed })).toEqual([206, "bytes 2-5/10", "2345"])
      const etag = (await fetch(`${url}/media/film.mp4`)).headers.get("etag") ?? ""
      expect(await ask({ range, "if-none-match": etag })).toEqual([304, null, ""])
      for (const validator of ["Fri, 02 Jan 2026 03:04:04 GMT", '"x"', etag, "*"])
        expect(await ask({ range, "if-range": validator })).toEqual(whole)
    })

    it("have the headers of the whole, without compression", async () => {
      const [part, all] = [
        await fetch(`${url}/media/film.mp4`, { headers: { range: "bytes=1-" } }),
        await fetch(`${url}/media/film.mp4`),
      ]
      for (const name of [
        "content-type",
        "etag",
        "last-modified",
        "cache-control",
        "content-security-policy",
      ])
        expect(part.headers.get(name), name).toBe(all.headers.get(name))
      expect(all.headers.get("accept-ranges")).toBe("bytes")
      const text = await fetch(`${url}/index.html`, {
        headers: { range: "bytes=0-4", "accept-encoding": "br" },
      })
      expect([text.status, text.headers.get("content-encoding"), await text.text()]).toEqual([
        206,
        null,
        "<!doc",
      ])
    })

    it.each([
      "/.vite/inline.json",
      "/gone.mp4",
      "/%2e%2e/package.json",
      "/..%2fpackage.json",
      "/%",
      "/assets",
    ])("of %s are missing", async (path) =>
      expect((await fetch(url + path, { headers: { range: "bytes=0-1" } })).status).toBe(404),
    )
  })

  it("send HSTS only behind TLS", () => {
    expect(commonHeaders(false)).not.toHaveProperty("strict-transport-security")
    expect(commonHeaders(true)).toHaveProperty("strict-transport-security")
  })
})
