/** What a first visit to the login page brings, as brotli, and how long log-ins take. */
import { brotliCompressSync } from "node:zlib"
import { callServer, goodPassword } from "../support/app.ts"
import { type Authenticator, makeAuthenticator, newCodes, sendPasskey } from "../support/authenticator.ts"
import { openPhone } from "../support/browser.ts"
import { addAuthenticator } from "../support/virtual-authenticator.ts"
import { bench } from "./harness.ts"
import { openSite, type Site, slowDown, WAIT_MS } from "./site.ts"

const firstVisit = async ({ browser, url }: Site) => {
  const { page, close } = await openPhone(browser, { url })
  const sizes: Promise<{ readonly type: string; readonly bytes: number }>[] = []
  page.on("response", (response) => {
    const type = response.request().resourceType()
    sizes.push(response.body().then((body) => ({ type, bytes: brotliCompressSync(body).length })))
  })
  await page.goto("/", { waitUntil: "networkidle" })
  await page.getByRole("button", { name: "Log in" }).waitFor()
  await page.waitForTimeout(1_000)
  const loaded = await Promise.all(sizes)
  await close()
  const kilobytes = (type: string) =>
    loaded.reduce((sum, each) => sum + (each.type === type ? each.bytes : 0), 0) / 1_000
  return { requests: loaded.length, page: kilobytes("document"), script: kilobytes("script") }
}

const rest = { floorIs: "the page itself", runs: 3, warmups: 0 } as const

bench("login route, first visit: JavaScript", async () => {
  const site = await openSite()
  return {
    ...{ ...rest, unit: "kB brotli", close: site.close },
    floor: async () => (await firstVisit(site)).page,
    subject: async () => (await firstVisit(site)).script,
    reach: { subjectAtMost: 115 },
  }
})

bench("login route, first visit: requests", async () => {
  const site = await openSite()
  return {
    ...{ ...rest, unit: "requests", close: site.close },
    floor: () => 1,
    subject: async () => (await firstVisit(site)).requests,
    reach: { subjectAtMost: 6 },
  }
})

/** The time from the tap that logs in to the home page, on the reference phone, whose page is idle. */
const logIn = async ({ browser, url }: Site, by: { readonly username: string } | Authenticator) => {
  const local = `http://localhost:${new URL(url).port}`
  const phone = await openPhone(browser, { url: local })
  const { page, close } = phone
  // the name field offers none, so that the tap logs in
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  if ("exported" in by) await addAuthenticator(page, by)
  await slowDown(phone)
  await page.goto("/", { waitUntil: "networkidle", timeout: WAIT_MS })
  // the first touch loads the code of members, whichever way they log in
  const username = page.getByRole("textbox", { name: "Username", exact: true })
  await username.click()
  if ("username" in by) {
    await username.fill(by.username)
    await page.getByLabel("Password", { exact: true }).fill(goodPassword)
  }
  await page.waitForLoadState("networkidle")
  const name = "username" in by ? "Log in" : "Log in with a passkey"
  const startMs = performance.now()
  await page.getByRole("button", { name, exact: true }).click()
  await page.locator("[data-page=home]").filter({ visible: true }).waitFor({ timeout: WAIT_MS })
  const tookMs = performance.now() - startMs
  await close()
  return tookMs
}

bench("log-in by a passkey, slow phone, against the password", async () => {
  const site = await openSite({ LOGINS_PER_MINUTE: "0" })
  const { username } = await site.join("ada")
  const { token } = await site.join("bola")
  const passkey = makeAuthenticator({ counts: false })
  const call: Parameters<typeof sendPasskey>[0]["call"] = (id, request, options) =>
    callServer(site.url, id, request, options)
  await sendPasskey({ url: site.url, call }, token, passkey, newCodes())
  return {
    ...{ floorIs: "the password", runs: 3, close: site.close },
    floor: () => logIn(site, { username }),
    subject: () => logIn(site, passkey),
    reach: { ratioAtMost: 1.1 },
  }
})
