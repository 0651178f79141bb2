/** What benches of the built app share: a site, a member's session, the reference phone, percentiles. */
import { createServer, type RequestListener } from "node:http"
import type { Page } from "playwright-core"
import { encodeStored } from "../../src/runtime/api/device-storage.ts"
import { callServer, fieldOf, goodPassword } from "../support/app.ts"
import { launchBrowser, type Window } from "../support/browser.ts"
import { embedded } from "../support/engines.ts"
import { startServer } from "../support/server.ts"

/** Times that the reference phone's processor is slower. */
export const SLOWDOWN = 4
/** Longest wait for a page of that phone. */
export const WAIT_MS = 60_000
/** 150 ms there and back, 1.6 Mbit/s down and 0.75 up, in bytes a second. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

/** Makes a page that of the reference phone: by its processor, and by its network unless that stays. */
export const slowDown = async (
  { context, page }: Pick<Window, "context" | "page">,
  isNetworkSlow = true,
): Promise<void> => {
  const devtools = await context.newCDPSession(page)
  if (isNetworkSlow) {
    await devtools.send("Network.enable")
    await devtools.send("Network.emulateNetworkConditions", NETWORK)
  }
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN })
}

/** The figure that this share of the figures does not reach. */
export const percentile = (figures: readonly number[], share: number): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length * share)] ?? Number.NaN

/** A tab of the bar at the bottom. */
export const tabOf = (page: Page, name: string) =>
  page.getByRole("navigation").getByRole("link", { name, exact: true })

export const openServer = async (env: Readonly<Record<string, string>> = {}) => {
  const store = await embedded.openStore()
  const server = await startServer({ env: { ...store.env, ...env }, from: "build" })
  const { url, demo } = server
  /** A new member, and its session as it is kept on a device. */
  const join = async (username: string) => {
    const invited = { username, password: goodPassword, invitation_code: demo?.invitationCode ?? "" }
    const answer = await callServer(url, "register", invited)
    const token = String(fieldOf(answer, "token"))
    const localStorage = [
      { name: "app_token", value: token },
      { name: "app_user", value: encodeStored(fieldOf(answer, "user"), null) },
    ]
    return { username, token, storageState: { cookies: [], origins: [{ origin: url, localStorage }] } }
  }
  const close = async () => {
    await server.stop()
    await store.remove()
  }
  return { url, demo, dataDir: store.env.DATA_DIR ?? "", join, close }
}

/** The same with a browser. */
export const openSite = async (env?: Readonly<Record<string, string>>) => {
  const server = await openServer(env)
  const browser = await launchBrowser()
  const close = async () => {
    await browser.close()
    await server.close()
  }
  return { ...server, browser, close }
}
export type Site = Awaited<ReturnType<typeof openSite>>
export type SessionState = Awaited<ReturnType<Site["join"]>>["storageState"]

/** A server of the bench's own, for a floor. */
export const listen = async (answer: RequestListener) => {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("no port")
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { server, url: `http://127.0.0.1:${address.port}`, close }
}
