import type { BrowserContext, Page, Route } from "playwright-core"
import { type EndpointId, endpoints, stream } from "../../src/contract/endpoints.ts"
import { failureBody } from "../../src/contract/envelope.ts"

/** A network fault between a device and the server. */
export interface Fault {
  /** Resolves when the first request has met it. */
  readonly met: Promise<void>
  /** How many requests have met it so far. */
  readonly count: () => number
  readonly end: () => Promise<void>
}

const faultAt = async (
  context: BrowserContext,
  endpoint: EndpointId,
  meet: (route: Route) => Promise<void>,
): Promise<Fault> => {
  const met = Promise.withResolvers<void>()
  const url = `**/${endpoints[endpoint].path}*`
  let count = 0
  const handler = async (route: Route): Promise<void> => {
    await meet(route)
    count++
    met.resolve()
  }
  await context.route(url, handler)
  return { met: met.promise, count: () => count, end: () => context.unroute(url, handler) }
}

/** Requests take effect on the server; no answer reaches the app. */
export const loseAnswers = (context: BrowserContext, endpoint: EndpointId): Promise<Fault> =>
  faultAt(context, endpoint, async (route) => {
    await route.fetch()
  })

/** Requests never reach the server, and get no answer. */
export const loseRequests = (context: BrowserContext, endpoint: EndpointId): Promise<Fault> =>
  faultAt(context, endpoint, async () => {})

/** Kills the process of a tab, as an operating system short of memory does. No handler runs. */
export const killTab = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const crashed = new Promise<void>((resolve) => page.once("crash", () => resolve()))
  session.send("Page.crash").catch(() => {})
  await crashed
  await page.close()
}

/** The connection breaks after the server has acted. */
export const breakAnswers = (context: BrowserContext, endpoint: EndpointId): Promise<Fault> =>
  faultAt(context, endpoint, async (route) => {
    await route.fetch()
    await route.abort("connectionreset")
  })

/** Holds answers until `release`. */
export const holdAnswers = async (
  context: BrowserContext,
  endpoint: EndpointId,
): Promise<Fault & { readonly release: () => void }> => {
  const gate = Promise.withResolvers<void>()
  const fault = await faultAt(context, endpoint, async (route) => {
    const response = await route.fetch()
    void gate.promise.then(() => route.fulfill({ response })).catch(() => {})
  })
  return { ...fault, release: () => gate.resolve() }
}

/** Runs a callback before a request reaches the server. */
export const beforeArrival = (
  context: BrowserContext,
  endpoint: EndpointId,
  happen: () => Promise<void>,
): Promise<Fault> =>
  faultAt(context, endpoint, async (route) => {
    await happen()
    await route.continue()
  })

/** The server acts, and the app receives session.invalid. */
export const answerTokenInvalid = (context: BrowserContext, endpoint: EndpointId): Promise<Fault> =>
  faultAt(context, endpoint, async (route) => {
    await route.fetch()
    const failure = { reason: "session.invalid" } as const
    await route.fulfill({ status: 401, json: failureBody("code", failure, "Your session has ended.") })
  })

/** Watches calls of one endpoint without touching them. */
export const watchCalls = (
  context: BrowserContext,
  endpoint: EndpointId,
): { readonly count: () => number } => {
  let count = 0
  context.on("request", (request) => {
    if (new URL(request.url()).pathname === `/${endpoints[endpoint].path}`) count++
  })
  return { count: () => count }
}

/** Resolves when the stream has said, for the first time, how many events the member has. */
export const seeMemberEvents = async (page: Page): Promise<void> => {
  const socket = await page.waitForEvent(
    "websocket",
    (opened) => new URL(opened.url()).pathname === `/${stream.path}`,
  )
  await socket.waitForEvent("framereceived", ({ payload }) => String(payload).includes('"type":"member"'))
}

/** Proxies the quote stream: forwards messages, or drops them while the connection stays open. */
export const silenceQuotes = async (page: Page) => {
  let isSilent = false
  let lastAtMs = 0
  let next = Promise.withResolvers<void>()
  await page.routeWebSocket(
    (url) => url.pathname === `/${stream.path}`,
    (socket) => {
      const server = socket.connectToServer()
      server.onMessage((message) => {
        if (isSilent) return
        lastAtMs = Date.now()
        socket.send(message)
        next.resolve()
        next = Promise.withResolvers()
      })
    },
  )
  return {
    silence: () => {
      isSilent = true
    },
    speak: () => {
      isSilent = false
    },
    lastAtMs: () => lastAtMs,
    /** Resolves with the next forwarded message. */
    seen: () => next.promise,
  }
}
