/** The reference phone, and the site that it visits. */
import type { BrowserContext, Page } from "playwright-core"
import { launchBrowser } from "../support/browser.ts"
import { embedded } from "../support/engines.ts"
import { startServer } from "../support/server.ts"
import { newMember } from "./member-session.ts"

/**
 * 150 ms there and back, 1.6 Mbit/s down and 0.75 up, in bytes a second; a processor of a quarter
 * of this one's speed.
 */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const SLOWER = 4
export const slowDown = async (context: BrowserContext, page: Page): Promise<void> => {
  const devtools = await context.newCDPSession(page)
  await devtools.send("Network.enable")
  await devtools.send("Network.emulateNetworkConditions", NETWORK)
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER })
}

export const openSite = async () => {
  const store = await embedded.openStore()
  const server = await startServer({ env: store.env, from: "build" })
  const browser = await launchBrowser()
  return {
    url: server.url,
    invitation: server.demo?.invitationCode ?? "",
    browser,
    close: async () => {
      await browser.close()
      await server.stop()
      await store.remove()
    },
  }
}

/** A member's session as it is kept on a device. */
export const sessionOf = async (url: string, invitation: string) =>
  (await newMember(url, invitation, "repeat.visit")).storageState
