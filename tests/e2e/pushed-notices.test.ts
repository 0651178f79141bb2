// @module-tag exhaustive
/**
 * Notices while the app is closed: the setting, and what the service worker shows of a message. The
 * browser of the tests cannot subscribe: `PushManager.subscribe` rejects with "Registration failed -
 * push service not available", since Chromium's headless shell has no push service of its own and
 * takes no other. So a message is handed to the worker by the DevTools protocol, and the way from a
 * subscription to a delivered message is tested on the server (tests/server/push.test.ts).
 */
import type { CDPSession, Page, Worker } from "playwright-core"
import { expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import type { Phone } from "./phone.ts"
import { openSite, problemsOf } from "./site.ts"
import { isKept } from "./worker.ts"

const site = openSite()

/** Hands the service worker a message as a push service would; the browser decrypts it before. */
const pushTo = async (session: CDPSession, registrationId: string, message: unknown): Promise<void> =>
  void (await session.send("ServiceWorker.deliverPushMessage", {
    origin: site.url(),
    registrationId,
    data: typeof message === "string" ? message : JSON.stringify(message),
  }))

/** The browser's handle of the app's service worker. */
const workerOf = async (page: Page): Promise<{ session: CDPSession; id: string }> => {
  const session = await page.context().newCDPSession(page)
  const id = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await session.send("ServiceWorker.enable")
  return { session, id: await id }
}

/** Records what the worker asks the browser to show: the test's browser has no place to show it. */
const record = (worker: Worker) =>
  worker.evaluate(() => {
    const shown: object[] = []
    Reflect.set(self, "shown", shown)
    const registration: unknown = Reflect.get(self, "registration")
    if (typeof registration !== "object" || registration === null) return
    Reflect.set(registration, "showNotification", async (title: string, options: object) => {
      shown.push({ title, ...options })
    })
  })

const ownWorker = ({ window }: Phone): Worker => {
  const [worker] = window.context.serviceWorkers()
  if (worker === undefined) throw new Error("there is no service worker")
  return worker
}

const shownBy = (worker: Worker): Promise<unknown> => worker.evaluate(() => Reflect.get(self, "shown"))

it("shows a message by its title and number alone, and nothing while the app is in view", async () => {
  const { phone } = await site.welcome({ isInstallable: true })
  const { page } = phone
  await isKept(page)
  const { session, id } = await workerOf(page)
  const worker = ownWorker(phone)
  await record(worker)
  const message = { number: 5, title: "Withdrawal paid", kind: "withdrawal", subject: "w1" }
  await pushTo(session, id, message)
  await page.waitForTimeout(1_000)
  expect(await shownBy(worker)).toEqual([])
  await page.goto("about:blank")
  await pushTo(session, id, message)
  await pushTo(session, id, "of a newer release")
  const icon = "/icon.svg"
  await expect
    .poll(() => shownBy(worker), { timeout: 10_000 })
    .toEqual([
      { title: message.title, tag: "notice-5", data: urlOf("withdraw-record-detail", { id: "w1" }), icon },
      { title: "Financial Links", tag: "notice", data: urlOf("notices"), icon },
    ])
})

it("opens the record of a notification in the open app", async () => {
  const { phone } = await site.welcome({ isInstallable: true })
  const { page } = phone
  await isKept(page)
  await page.reload()
  await phone.home.see()
  const worker = ownWorker(phone)
  const tap = () =>
    worker.evaluate(() => {
      const tapped = new Event("notificationclick")
      const notification = { close: () => {}, data: "/pages/income/income-record" }
      self.dispatchEvent(Object.assign(tapped, { notification, waitUntil: () => {} }))
    })
  const opened = page.locator("[data-page=income-record]").filter({ visible: true })
  await tap()
  await opened.waitFor({ timeout: 15_000 })
  await page.goBack()
  await phone.home.see()
  // a document that is being replaced takes it with it; the next one is posted to again
  const isReloaded = page.reload({ waitUntil: "commit" })
  await tap()
  await isReloaded
  await opened.waitFor({ timeout: 15_000 })
  expect(await page.locator("[data-page=income-record]").count()).toBe(1)
  expect(problemsOf(phone)).toEqual([])
})
