import { once } from "node:events"
import { request as httpRequest } from "node:http"
import { connect } from "node:net"
import { networkInterfaces } from "node:os"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { upload } from "../../src/contract/endpoints.ts"
import { openApp, type TestApp } from "../support/app.ts"

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.stop())

describe("every kind of answer", () => {
  it("never lets an answer be framed, sniffed, cached or read by another origin", async () => {
    const { headers } = await fetch(`${app.url}/api/system/config`)
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
      "cache-control": "no-store",
    })
    expect(headers.get("access-control-allow-origin")).toBeNull()
    expect(headers.get("strict-transport-security")).toBeNull()
    expect(headers.get("x-powered-by")).toBeNull()
  })

  const security = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
  }

  it.each<[string, string, number, string | null]>([
    ["GET", "livez", 200, null],
    ["HEAD", "readyz", 200, null],
    ["POST", "livez", 405, "GET, HEAD"],
    ["PUT", "readyz", 405, "GET, HEAD"],
    ["DELETE", "healthz", 405, "GET, HEAD"],
    ["GET", "openapi.json", 200, null],
    ["POST", "openapi.json", 405, "GET, HEAD"],
    ["OPTIONS", "", 405, "GET, HEAD"],
    ["PATCH", "pages/market/market", 405, "GET, HEAD"],
    ["POST", "manifest.webmanifest", 405, "GET, HEAD"],
    ["POST", "brand/logo-0123456789abcdef.webp", 405, "GET, HEAD"],
    ["GET", "brand/logo-0123456789abcdef.webp", 404, null],
    ["POST", "log/key", 405, "GET, HEAD"],
    ["GET", "log/none/checkpoint", 404, null],
    ["GET", "nothing.js", 404, null],
    ["GET", "api/none", 404, null],
    ["HEAD", "api/system/config", 405, "GET"],
    ["OPTIONS", "api/login/account", 405, "POST"],
    ["GET", "api/article/detail?id=a&id=b", 400, null],
    ["GET", "api/user/info", 405, "POST"],
    ["POST", "api/wallet/summary", 405, "GET"],
    ["GET", upload.path, 405, "POST"],
    ["POST", "files/00000000-0000-4000-8000-000000000000", 405, "GET"],
    ["GET", "files/00000000-0000-4000-8000-000000000000", 401, null],
    ["GET", "//[", 400, null],
  ])("gives the answer to %s /%s its security headers", async (method, path, status, allow) => {
    const { port } = new URL(app.url)
    const request = httpRequest({ host: "127.0.0.1", port, method, path: `/${path}` })
    const [response] = await once(request.end(), "response")
    response.resume()
    expect([response.statusCode, response.headers.allow ?? null]).toEqual([status, allow])
    expect(response.headers).toMatchObject(security)
  })

  it.each([
    ["400", "nonsense\r\n\r\n"],
    ["431", `GET / HTTP/1.1\r\nhost: x\r\nlong: ${"x".repeat(40_000)}\r\n\r\n`],
    ["400", "GET / HTTP/1.1\r\n\r\n"],
    ["405", "CONNECT other:443 HTTP/1.1\r\nhost: other\r\n\r\n"],
    ["417", "GET / HTTP/1.1\r\nhost: x\r\nexpect: nothing\r\nconnection: close\r\n\r\n"],
    ["404", "GET /none HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"],
  ])("gives the answer %s to what no handler sees its security headers", async (status, text) => {
    const socket = connect(Number(new URL(app.url).port), "127.0.0.1").setEncoding("utf8")
    let answer = ""
    socket.on("data", (chunk: string) => {
      answer += chunk
    })
    socket.write(text)
    await once(socket, "close")
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    for (const name of Object.keys(security)) expect(answer).toContain(`\r\n${name}: `)
  })
})

describe("the default address", () => {
  const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
    all?.some(({ address }) => address === "::1"),
  )

  it("is this machine's name, at both loopback addresses; who comes by the number stays there", async () => {
    const { port } = new URL(app.url)
    const appUrlAt = async (origin: string) => (await fetch(`${origin}/api/v1/system/app_url`)).json()
    const named = { data: { url: `http://localhost:${port}` } }
    expect(await appUrlAt(named.data.url)).toMatchObject(named)
    if (hasIPv6) expect(await appUrlAt(`http://[::1]:${port}`)).toMatchObject(named)
    expect(await appUrlAt(app.url)).toMatchObject({ data: { url: app.url } })
  })
})
