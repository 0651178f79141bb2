// @module-tag exhaustive
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { callServer, fieldOf, goodPassword } from "../support/app.ts"
import { type Composition, missingForComposition, openComposition } from "../support/composition.ts"
import { freePort } from "../support/postgres.ts"

const missing = missingForComposition()
if (missing.length > 0)
  console.warn(`\n*** NO ${missing.join(", NO ")}: the composition is NOT STARTED. ***\n`)

const text = readFileSync(join(import.meta.dirname, "../../deploy/compose.yaml"), "utf8")
/** The composition's own limit for a stop of the server. */
const stopLimitMs = Number(/^ +stop_grace_period: (\d+)s$/m.exec(text)?.[1]) * 1_000
const START_MS = 120_000

/** The authority that Caddy makes for a name without a public one. */
const AUTHORITY = "/data/caddy/pki/authorities/local/root.crt"

describe.skipIf(missing.length > 0)("the composition, started by Docker", { timeout: START_MS }, () => {
  const ada = { username: "ada", password: goodPassword }
  const trusted = getCACertificates("default")
  let composition: Composition
  let site: string

  const statusOf = (path: string) =>
    fetch(site + path).then(
      ({ status }) => status,
      () => 0,
    )
  const untilReady = () =>
    vi.waitFor(async () => expect(await statusOf("/readyz")).toBe(200), { timeout: START_MS, interval: 500 })
  const seeMember = () =>
    vi.waitFor(
      async () => expect(fieldOf(await callServer(site, "login", ada), "temporary_token")).toBeTruthy(),
      { timeout: START_MS, interval: 500 },
    )

  beforeAll(async () => {
    const [httpPort, httpsPort] = [await freePort(), await freePort()]
    site = `https://localhost:${httpsPort}`
    composition = openComposition(`links-test-${process.pid}`, {
      ...{ POSTGRES_PASSWORD: "of-a-test", SECRET: "0123456789abcdef".repeat(4), SITE: "localhost" },
      ...{ HTTP_PORT: String(httpPort), HTTPS_PORT: String(httpsPort) },
    })
    await composition.run("up", "-d", "--no-build")
    await vi.waitFor(
      async () => setDefaultCACertificates([...trusted, await composition.within("proxy", "cat", AUTHORITY)]),
      { timeout: START_MS, interval: 500 },
    )
    await untilReady()
  }, START_MS)
  afterAll(async () => {
    setDefaultCACertificates(trusted)
    await composition.run("down", "--volumes", "--timeout", "5")
  }, START_MS)

  it("serves the app and its calls over TLS, under the account node", async () => {
    expect(await statusOf("/")).toBe(200)
    const invitation = await composition.within(
      "app",
      ...["node", "server/operator.ts", "invitations", "mint", "--why", "a test"],
    )
    const registered = await callServer(site, "register", { ...ada, invitation_code: invitation })
    expect(fieldOf(registered, "temporary_token")).toBeTruthy()
    await seeMember()
    expect(await composition.within("app", "id", "-un")).toBe("node")
  })

  it("keeps its members when all its containers are made again", async () => {
    await composition.run("down", "--timeout", "20")
    expect(await statusOf("/readyz")).toBe(0)
    await composition.run("up", "-d", "--no-build")
    await untilReady()
    await seeMember()
  })

  it("is there again after its server and its database have ended", async () => {
    await composition.within("app", "node", "-e", "process.kill(1, 'SIGTERM')")
    await vi.waitFor(async () => expect(await composition.inspect("app", "{{.RestartCount}}")).toBe("1"), {
      timeout: START_MS,
      interval: 500,
    })
    await untilReady()
    await composition.run("restart", "database")
    await untilReady()
    await seeMember()
  })

  it("ends its server by itself on stop, within its limit", async () => {
    const beforeMs = performance.now()
    await composition.run("stop", "app")
    expect(performance.now() - beforeMs).toBeLessThan(stopLimitMs)
    expect(await composition.inspect("app", "{{.State.ExitCode}}")).toBe("0")
    expect(await statusOf("/readyz")).not.toBe(200)
  })
})
