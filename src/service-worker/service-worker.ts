/**
 * The service worker: caches one whole build, so that the app opens at once and without a network.
 * A new build is fetched beside the old one and replaces it when the member agrees, or when no
 * window of the old one is left.
 */
import type { LanguageChanged } from "../domain/worker-messages.ts"
import { ROUTES } from "../navigation/routes.ts"
import { type AppWindow, handOver } from "./hand-over.ts"
import { noticeOf, pageOf } from "./notification.ts"
import { type RenewedSubscription, renewSubscription } from "./renew-subscription.ts"
import { responseFor } from "./respond.ts"

/** Replaced at build time: the version, and the paths of the build. */
declare const BUILD: { readonly version: string; readonly files: readonly string[] }

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void
}
/** Static routing, where supported: the browser responds without starting the worker. */
interface Installing extends Lasting {
  addRoutes?(routes: readonly object[]): Promise<void>
}
interface Fetching extends Lasting {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface Pushed extends Lasting {
  readonly data: { text(): string } | null
}
interface Messaged extends Lasting {
  readonly data: unknown
}
interface Tapped extends Lasting {
  readonly notification: Notification
}
interface Renewed extends Lasting, RenewedSubscription {}
interface Window extends AppWindow {
  readonly visibilityState: DocumentVisibilityState
}
interface Worker {
  readonly location: Location
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: object): Promise<readonly Window[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: "install", listener: (event: Installing) => void): void
  addEventListener(type: "activate", listener: (event: Lasting) => void): void
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void
  addEventListener(type: "push", listener: (event: Pushed) => void): void
  addEventListener(type: "notificationclick", listener: (event: Tapped) => void): void
  addEventListener(type: "pushsubscriptionchange", listener: (event: Renewed) => void): void
  addEventListener(type: "message", listener: (event: Messaged) => void): void
}
declare const self: Worker

const PREFIX = "build-"
const name = PREFIX + BUILD.version
const files = new Set(BUILD.files)

/** Paths at which the page is cached, so that the browser responds without starting the worker. */
const pages = ["/", ...ROUTES.filter(({ tab }) => tab).map(({ path }) => path)]

/**
 * The page in the member's language. Page and files must be of one build: rejects if the server has
 * a newer one meanwhile.
 */
const fetchPage = async (): Promise<Response> => {
  const page = await fetch("/", { cache: "no-cache" })
  const boot = BUILD.files.find((file) => file.startsWith("/assets/boot-") && file.endsWith(".js"))
  if (!page.ok || boot === undefined || !(await page.clone().text()).includes(boot))
    throw new Error("the page is not of this build")
  const headers = new Headers(page.headers)
  // the cache would compare the headers of each request with those of none
  headers.delete("vary")
  return new Response(page.body, { headers })
}

const cachePage = async (page: Response): Promise<void> => {
  const cache = await caches.open(name)
  for (const path of pages) await cache.put(path, page.clone())
}

/** If it rejects, nothing is cached and the next visit tries again. */
const keep = async (): Promise<void> => {
  const page = await fetchPage()
  const cache = await caches.open(name)
  await cache.addAll(BUILD.files)
  await cachePage(page)
}

/** The page and the files at their own paths; the worker decides on every other URL. */
const routes = [...pages.map((pathname) => ({ pathname, search: "" })), { pathname: "/assets/*" }].map(
  (urlPattern) => ({
    condition: { urlPattern, requestMethod: "GET" },
    source: { cacheName: name },
  }),
)

const dropOthers = async (): Promise<void> => {
  const others = (await caches.keys()).filter((each) => each.startsWith(PREFIX) && each !== name)
  await Promise.all(others.map((each) => caches.delete(each)))
}

const kept = async (path: string, request: Request): Promise<Response> => {
  const cache = await caches.open(name)
  return (await cache.match(path)) ?? fetch(request)
}

const windows = () => self.clients.matchAll({ type: "window", includeUncontrolled: true })

/** An app in view shows the notice itself, as soon as it happens. */
const show = async (text: string): Promise<void> => {
  if ((await windows()).some(({ visibilityState }) => visibilityState === "visible")) return
  const { title, tag, url } = noticeOf(text)
  await self.registration.showNotification(title, { tag, data: url, icon: "/icon.svg" })
}

/** An app that loads on a slow network takes the page within this time. */
const HAND_OVER = { answerMs: 250, attempts: 60, lastingMs: 3_000 }

/** An open app keeps its state and goes to the page itself. */
const open = (data: unknown): Promise<void> =>
  handOver(pageOf(data, self.location.origin), {
    ...HAND_OVER,
    windows,
    openWindow: (url) => self.clients.openWindow(url),
  })

const renew = (change: RenewedSubscription): Promise<void> =>
  renewSubscription(change, {
    windows,
    subscribe: (options) => self.registration.pushManager.subscribe(options),
  })

self.addEventListener("install", (event) => {
  // without static routing the worker responds
  event.waitUntil(event.addRoutes?.(routes).catch(() => {}) ?? Promise.resolve())
  event.waitUntil(keep())
})
self.addEventListener("activate", (event) => event.waitUntil(dropOthers().then(() => self.clients.claim())))
const LANGUAGE_CHANGED: LanguageChanged = "language-changed"

self.addEventListener("message", (event) => {
  const { data } = event
  if (data === "take-over") void self.skipWaiting()
  if (data === LANGUAGE_CHANGED) event.waitUntil(fetchPage().then(cachePage, () => {}))
})
self.addEventListener("fetch", (event) => {
  const answer = responseFor(event.request, self.location.origin, files)
  if (answer) event.respondWith(kept(answer.kept, event.request))
})
self.addEventListener("push", (event) => event.waitUntil(show(event.data?.text() ?? "")))
self.addEventListener("notificationclick", (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data))
})
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)))
