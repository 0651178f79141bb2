import type { IncomingMessage } from "node:http"
import { Clock, type Context, Effect, Exit, Schema } from "effect"
import { successBody } from "../../src/contract/envelope.ts"
import { BODY_MAX_BYTES } from "../../src/domain/limits.ts"
import { PROVIDED_WAYS, type ProvidedWay } from "../../src/domain/payment.ts"
import { Config } from "../config.ts"
import { refusal } from "../core/refusal.ts"
import type { Db } from "../db/db.ts"
import { makeFairPool } from "../fair-pool.ts"
import { networkOf } from "../members/guess-limiter.ts"
import { keepUnusable, PaymentEvent, takePaymentEvent } from "../payments/payment-events.ts"
import { checkWebhook, SIGNATURE_HEADER } from "../payments/payment-signature.ts"
import { webhookPath } from "../payments/payment-ways.ts"
import { type HttpExchange, logged, refusalOf, sendRefusal } from "./api.ts"
import { readBody, sendJson } from "./json.ts"

const decodeEvent = Schema.decodeUnknownEffect(Schema.fromJsonString(PaymentEvent))

const wayOfPath: ReadonlyMap<string, ProvidedWay> = new Map(
  PROVIDED_WAYS.map((way) => [webhookPath(way), way]),
)

/** The signature of a larger body is not checked: it is refused and logged, and not kept. */
const NOTICE_MAX_BYTES = 64 * 1024 * 1024
/** The signature is of what is read beyond, too, which is dropped. */
const HELD_MAX_BYTES = 4 * BODY_MAX_BYTES

/** Webhooks that are received at once, of any sender: remote hosts take turns. */
export const WEBHOOK_LIMITS = { atOnce: 32, atOnceOfOne: 8, waitingMax: 400, waitingMaxOfOne: 100 } as const

/** The body is parsed only once its signature holds. A genuine one that cannot be used is kept. */
const receive = Effect.fn("receive")(function* (way: ProvidedWay, request: IncomingMessage) {
  const { payment } = yield* Config
  const provider = payment.providers.get(way)
  if (provider === undefined) return yield* refusal("request.not-found")
  if (request.method !== "POST") return yield* refusal("request.method")
  const check = checkWebhook(provider.secret, [request.headers[SIGNATURE_HEADER]].flat().join())
  let size = 0
  const read = yield* readBody(request, NOTICE_MAX_BYTES, (chunk) => {
    check.take(chunk)
    size += chunk.length
    return size - chunk.length < HELD_MAX_BYTES
  })
  const body = read.subarray(0, HELD_MAX_BYTES)
  const verdict = check.verdictAt(yield* Clock.currentTimeMillis)
  if (verdict !== "genuine") return yield* refusal(`payment.${verdict}`)
  const used = size > BODY_MAX_BYTES ? refusal("request.too-large") : use(way, body)
  return yield* Effect.tapErrorTag(used, "Refusal", ({ reason }) => keepUnusable(way, body, reason))
})

const use = Effect.fnUntraced(function* (way: ProvidedWay, body: Buffer) {
  const event = yield* Effect.mapError(decodeEvent(body.toString("utf8")), () => refusal("request.malformed"))
  return yield* takePaymentEvent(way, event)
})

/**
 * Serves the webhooks of payment providers, which carry a signature instead of a session. Resolves
 * true when the path belongs to them. A refusal is logged with its reason, without the body.
 */
export const serveWebhooks = (services: Context.Context<Db | Config>) => {
  const run = Effect.runPromiseExitWith(services)
  const pool = makeFairPool({
    ...WEBHOOK_LIMITS,
    refuse: () => refusal("request.too-many", { params: { seconds: 1 } }),
  })
  return async (arrival: HttpExchange): Promise<boolean> => {
    const { request, response, url } = arrival
    const way = wayOfPath.get(url.pathname)
    if (way === undefined) return false
    const host = networkOf(arrival.address)
    const exit = await run(logged(pool.run(host, receive(way, request)), arrival, url.pathname))
    if (Exit.isSuccess(exit)) {
      await sendJson(request, response, 200, successBody("code", { effect: exit.value }))
      return true
    }
    const refused = refusalOf(exit.cause)
    if (refused.reason.startsWith("payment.") || refused.reason === "request.too-large")
      await run(
        Effect.logWarning(`${url.pathname}: refused a webhook from ${arrival.address}: ${refused.reason}`),
      )
    if (refused.reason === "request.method") response.setHeader("allow", "POST")
    await sendRefusal(arrival, "code", refused)
    return true
  }
}
