// @module-tag exhaustive
/**
 * `?inspect=stately` in a browser: the app as `npm run dev` serves it, and the published inspector's own
 * receiver in a window at Stately's address.
 */
import { join } from "node:path"
import type { Page } from "playwright-core"
import { rolldown } from "rolldown"
import { createServer, type ViteDevServer } from "vite"
import { afterAll, beforeAll, expect, it } from "vitest"
import { projectRoot } from "../../scripts/run.ts"
import { openSite } from "./site.ts"

const site = openSite()
const INSPECTOR = "https://stately.ai/inspect"
/** The development server compiles each module when it is asked for. */
const SLOW_MS = 60_000

let vite: ViteDevServer
let receiverPage: string

beforeAll(async () => {
  const bundle = await rolldown({
    input: join(import.meta.dirname, "stately/receiver.ts"),
    platform: "browser",
  })
  const { output } = await bundle.generate({ format: "iife" })
  receiverPage = `<!doctype html><title>Inspector</title><script>${output[0].code}</script>`
  const proxied = { target: site.url(), ws: true, rewriteWsOrigin: true }
  vite = await createServer({
    root: projectRoot,
    configFile: join(projectRoot, "vite.config.ts"),
    cacheDir: join(projectRoot, ".cache/vite-stately"),
    logLevel: "error",
    server: { host: "127.0.0.1", port: 0, watch: null, proxy: { "/api": proxied, "/files": proxied } },
  })
  await vite.listen()
})
afterAll(() => vite.close())

interface Received {
  readonly type: string
  readonly sessionId: string
  readonly name?: string
  readonly event?: { readonly type: string }
  readonly snapshot?: { readonly value: unknown; readonly context: unknown }
}

const receivedBy = (inspector: Page): Promise<readonly Received[]> =>
  inspector.evaluate(() => Reflect.get(globalThis, "received"))

/** The last snapshot of the actor of this machine. */
const lastOf = (all: readonly Received[], machine: string) => {
  const actor = all.findLast(({ type, name }) => type === "@xstate.actor" && name === machine)
  return all.findLast(({ type, sessionId }) => type === "@xstate.snapshot" && sessionId === actor?.sessionId)
    ?.snapshot
}

/** The machines of the actors that were reported. */
const machinesOf = (all: readonly Received[]): readonly string[] => [
  ...new Set(all.flatMap(({ type, name }) => (type === "@xstate.actor" ? (name ?? "") : []))),
]

it("sends each actor, event and snapshot of a login to the published inspector, and no secret", async () => {
  const member = await site.newMember()
  const address = vite.resolvedUrls?.local[0] ?? ""
  const { entry, window } = await site.openDevice({ url: address })
  await window.context.route(`${INSPECTOR}**`, (route) =>
    route.fulfill({ contentType: "text/html", body: receiverPage }),
  )
  const opened = window.context.waitForEvent("page", { timeout: SLOW_MS })
  await window.page.goto("/?inspect=stately")
  const inspector = await opened
  await inspector.waitForURL(INSPECTOR, { timeout: SLOW_MS })
  await entry.username().waitFor({ timeout: SLOW_MS })
  await entry.login(member.username, member.password)
  await expect
    .poll(async () => lastOf(await receivedBy(inspector), "session"), { timeout: SLOW_MS })
    .toMatchObject({ value: { authenticated: "active" }, context: { user: { id: member.id } } })
  // the member's actors start with the code that is loaded after the login
  await expect
    .poll(async () => machinesOf(await receivedBy(inspector)), { timeout: SLOW_MS })
    .toEqual(expect.arrayContaining(["startup", "session", "navigation", "market"]))
  const all = await receivedBy(inspector)
  expect(all.flatMap(({ event }) => event?.type ?? [])).toContain("session.login")
  expect(JSON.stringify(all)).not.toContain(member.password)
  await inspector.reload()
  await expect
    .poll(async () => lastOf(await receivedBy(inspector), "session"), { timeout: SLOW_MS })
    .toMatchObject({ value: { authenticated: "active" } })
})
