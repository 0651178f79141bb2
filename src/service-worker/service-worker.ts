/**
 * The service worker: caches one whole build, so that the app opens at once and without a network.
 * A new build is fetched beside the old one and replaces it when the member agrees, or when no
 * window of the old one is left.
 */
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

/**
 * Page and files must be of one build. If the server has a newer one meanwhile, nothing is cached
 * and the next visit tries again.
 */
const keep = async (): Promise<void> => {
  const page = await fetch("/", { cache: "no-cache" })
  const boot = BUILD.files.find((file) => file.startsWith("/assets/boot-") && file.endsWith(".js"))
  if (!page.ok || boot === undefined || !(await page.clone().text()).includes(boot))
    throw new Error("the page is not of this build")
  const cache = await caches.open(name)
  await cache.addAll(BUILD.files)
  await cache.put("/", page)
}

/** The page and the files at their own paths; the worker decides on every other URL. */
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
  // without static routing the worker responds
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
