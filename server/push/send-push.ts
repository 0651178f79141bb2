/** Hands a message to the push service of a subscription. */
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { Effect } from "effect"
import { isPushEndpoint, lookUpPublic } from "./push-endpoint.ts"
import type { PushRequest } from "./push-key.ts"

/** What became of a message. */
export type PushOutcome =
  | { readonly kind: "delivered" }
  /** The subscription exists no more, or is not usable. */
  | { readonly kind: "gone" }
  /** To be tried again, not before `waitMs` if the service named a time. */
  | { readonly kind: "failed"; readonly why: string; readonly waitMs: number }

/** A push service that says nothing for this time has failed. */
export const PUSH_TIMEOUT_MS = 10_000
/** The longest wait that a service may ask for. */
const WAIT_MAX_MS = 6 * 3_600_000

/** `Retry-After` in seconds; a date, which services do not send, counts as none. */
const waitOf = ({ headers }: IncomingMessage): number => {
  const seconds = Number(headers["retry-after"] ?? 0)
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds * 1_000), WAIT_MAX_MS) : 0
}

/**
 * The service knows the subscription no more (404, 410), or refuses it for good: it is malformed (400)
 * or was made with another key (403). The app subscribes again at its next start.
 */
const goneStatuses: ReadonlySet<number> = new Set([400, 403, 404, 410])

const outcomeOf = (response: IncomingMessage): PushOutcome => {
  const status = response.statusCode ?? 0
  if (status >= 200 && status < 300) return { kind: "delivered" }
  if (goneStatuses.has(status)) return { kind: "gone" }
  return { kind: "failed", why: `status ${status}`, waitMs: waitOf(response) }
}

const failed = (why: string): PushOutcome => ({ kind: "failed", why, waitMs: 0 })

/**
 * Sends a message; redirects are not followed, and the body of the answer is not read. Never fails.
 * `origins` may be addressed as they are; any other host must resolve to public addresses.
 */
export const sendPush = (
  endpoint: string,
  { headers, body }: PushRequest,
  origins: ReadonlyArray<string>,
): Effect.Effect<PushOutcome> =>
  Effect.callback<PushOutcome>((resume) => {
    const url = URL.parse(endpoint)
    if (url === null || !isPushEndpoint(endpoint, origins)) {
      resume(Effect.succeed({ kind: "gone" }))
      return
    }
    const isConfigured = origins.includes(url.origin)
    const options = {
      method: "POST",
      headers: { ...headers },
      signal: AbortSignal.timeout(PUSH_TIMEOUT_MS),
      ...(isConfigured ? {} : { lookup: lookUpPublic }),
    }
    const answered = (response: IncomingMessage) => {
      response.on("error", () => {})
      response.destroy()
      resume(Effect.succeed(outcomeOf(response)))
    }
    const sent: ClientRequest =
      url.protocol === "https:" ? requestHttps(url, options, answered) : requestHttp(url, options, answered)
    sent.on("error", (error) => resume(Effect.succeed(failed(error.message))))
    sent.end(body)
    return Effect.sync(() => void sent.destroy())
  })
