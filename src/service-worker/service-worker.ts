/**
 * The service worker: keeps one build whole, so that the app opens at once and without a network. A new build is fetched beside the old one and takes its place
 * when the member says so, or when no window of the old one is left.
 */
import { responseFor } from "./respond.ts"

/** Put in when it is bundled: what the build is called, and the paths it is made of. */
declare const BUILD: { readonly version: string; readonly files: readonly string[] }

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void
}
/** Where the browser knows how (not all do), it answers these by itself and need not start the worker first. */
interface Installing extends Lasting {
  addRoutes?(routes: readonly object[]): Promise<void>
}
interface Fetching extends Lasting {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface Worker {
  readonly location: Location
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: "install", listener: (event: Installing) => void): void
  addEventListener(type: "activate", listener: (event: Lasting) => void): void
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void
  addEventListener(type: "message", listener: (event: MessageEvent<unknown>) => void): void
}
declare const self: Worker

const PREFIX = "build-"
const name = PREFIX + BUILD.version
const files = new Set(BUILD.files)

/** The page and the files must be of one build: where the server has gone over to another meanwhile, nothing is kept and the next visit tries again. */
const keep = async (): Promise<void> => {
  const page = await fetch("/", { cache: "no-cache" })
  const boot = BUILD.files.find((file) => file.startsWith("/assets/boot-") && file.endsWith(".js"))
  if (!page.ok || boot === undefined || !(await page.clone().text()).includes(boot))
    throw new Error("the page is not of this build")
  const cache = await caches.open(name)
  await cache.addAll(BUILD.files)
  await cache.put("/", page)
}

/** The page and the files under their own addresses; every other address of the app is the worker's affair. */
const routes = ["/", "/assets/*"].map((pathname) => ({
  condition: { urlPattern: { pathname }, requestMethod: "GET" },
  source: { cacheName: name },
}))

const dropOthers = async (): Promise<void> => {
  const others = (await caches.keys()).filter((each) => each.startsWith(PREFIX) && each !== name)
  await Promise.all(others.map((each) => caches.delete(each)))
}

const kept = async (path: string, request: Request): Promise<Response> => {
  const cache = await caches.open(name)
  return (await cache.match(path)) ?? fetch(request)
}

self.addEventListener("install", (event) => {
  // a browser that does not take them has the worker answer
  event.waitUntil(event.addRoutes?.(routes).catch(() => {}) ?? Promise.resolve())
  event.waitUntil(keep())
})
self.addEventListener("activate", (event) => event.waitUntil(dropOthers().then(() => self.clients.claim())))
self.addEventListener("message", ({ data }) => {
  if (data === "take-over") void self.skipWaiting()
})
self.addEventListener("fetch", (event) => {
  const answer = responseFor(event.request, self.location.origin, files)
  if (answer) event.respondWith(kept(answer.kept, event.request))
})
