/** A server behind a proxy that it trusts, under a public address. */
import { once } from "node:events"
import { afterAll, beforeAll, expect, it } from "vitest"
import { WebSocket } from "ws"
import { fieldOf, openApp, reasonOf, type TestApp } from "../support/app.ts"

let app: TestApp
beforeAll(async () => {
  app = await openApp({
    ...{ TRUST_PROXY: "1", PUBLIC_URL: "https://links.example", ORIGINS: "https://other.example:8443" },
    LOGINS_PER_MINUTE: "2",
  })
})
afterAll(() => app.stop())

it("keeps the id that the proxy gave a request, and makes one where it gave none that may be logged", async () => {
  const idOf = async (given: string) =>
    (await fetch(`${app.url}/healthz`, { headers: { "x-request-id": given } })).headers.get("x-request-id")
  for (const given of ["01234567", "Ab_9-".repeat(12), "a".repeat(64)]) expect(await idOf(given)).toBe(given)
  for (const given of ["0123456", "a".repeat(65), "with space", "line=1;x"])
    expect(await idOf(given), given).toMatch(/^[0-9a-f-]{36}$/)
})

it("counts log-ins by the last address that the proxy added, whatever the client claims before it", async () => {
  const logIn = async (forwarded: string) => {
    const answer = await fetch(`${app.url}/api/login/account`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": forwarded },
      body: JSON.stringify({ username: "ada", password: "x" }),
    })
    return answer.status
  }
  expect(await logIn("192.0.2.1, 198.51.100.7")).toBe(200)
  expect(await logIn("192.0.2.2,198.51.100.7 ")).toBe(200)
  expect(await logIn("192.0.2.3, 198.51.100.7")).toBe(429)
  expect(await logIn("198.51.100.7, 192.0.2.1")).toBe(200)
  // without an address of the proxy that of the connection counts, which is this machine's
  expect([await logIn(""), await logIn("198.51.100.7,")]).toEqual([200, 200])
})

it("is said to be reached by TLS alone, at its public address", async () => {
  const { headers } = await fetch(`${app.url}/healthz`)
  expect(headers.get("strict-transport-security")).toContain("max-age=")
  const document: unknown = await (await fetch(`${app.url}/openapi.json`)).json()
  expect(document).toMatchObject({ servers: [{ url: "https://links.example" }] })
})

it("opens the stream to its own pages and to the given origins, and to no others", async () => {
  const { token } = await app.join("ada")
  const port = new URL(app.url).port
  const isOpened = async (origin: string) => {
    const answer = await app.call("streamTicket", {}, { token })
    expect(reasonOf(answer)).toBeNull()
    const socket = new WebSocket(
      `${app.url.replace("http", "ws")}/api/market/stream?ticket=${fieldOf(answer, "ticket")}`,
      {
        origin,
      },
    )
    const opened = once(socket, "open").then(() => true)
    const refused = once(socket, "unexpected-response").then(() => false)
    const isOpen = await Promise.race([opened, refused])
    socket.on("error", () => undefined)
    socket.terminate()
    return isOpen
  }
  const own = ["localhost", "127.0.0.1", "[::1]"].map((host) => `http://${host}:${port}`)
  for (const origin of [...own, "https://links.example", "https://other.example:8443"])
    expect(await isOpened(origin), origin).toBe(true)
  for (const origin of [
    "https://other.example",
    "http://links.example",
    `http://evil.example:${port}`,
    "null",
  ])
    expect(await isOpened(origin), origin).toBe(false)
})
