import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { commonHeaders } from "../../server/http/headers.ts"
import { servePages } from "../../server/http/pages.ts"

const folder = mkdtempSync(join(tmpdir(), "links-pages-"))
const page = "<!doctype html><title>Financial Links</title><style>a{}</style>"
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
  write(".vite/inline.json", JSON.stringify({ scripts: ["'sha256-SCRIPT'"], styles: ["'sha256-STYLE'"] }))
  write("assets/app-1a2b.js", "1")
  write("icon.svg", "<svg/>")
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

  it("cache files with a hash in their name for good", async () => {
    const response = await fetch(`${url}/assets/app-1a2b.js`)
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

  it("refuse POST", async () => {
    expect((await fetch(url, { method: "POST" })).status).toBe(405)
  })

  it("send HSTS only behind TLS", () => {
    expect(commonHeaders(false)).not.toHaveProperty("strict-transport-security")
    expect(commonHeaders(true)).toHaveProperty("strict-transport-security")
  })
})
