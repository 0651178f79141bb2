/**
 * Sends members' notices to their subscribed devices: at least once each, in order, by several
 * processes that share the work. A device shows a notice that arrives twice once, by its number.
 */
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { Effect } from "effect"
import { CURRENCY, DEFAULT_LOCALE, LOCALES, type Locale } from "../../src/domain/limits.ts"
import { isNotice, type MemberEvent, noticeName } from "../../src/domain/member-event.ts"
import { Config } from "../config.ts"
import { logFailure } from "../core/log-failure.ts"
import { eventsAfter, readNoticesOf } from "../core/member-events.ts"
import { textIn } from "../core/texts.ts"
import { Vault } from "../core/vault.ts"
import { execute, sql } from "../db/db.ts"
import { engineNow } from "../db/outer-clocks.ts"
import { type FairPool, makeFairPool } from "../fair-pool.ts"
import { isPushEndpoint, lookUpPublic } from "./push-endpoint.ts"
import { PushKey, type PushRequest, type Subscription } from "./push-key.ts"
import { openSubscription } from "./subscriptions.ts"

/** How often subscriptions with new events are looked for. */
const LOOK_EVERY = "500 millis"
/** Messages that one process has under way at once: of all, of a member, to one push service. */
export const PUSH_LIMITS = { atOnce: 64, atOnceOfOne: 2, atOnceOfHost: 32 } as const
/** Subscriptions that one process has claimed. All of them are served before a claim lapses. */
const CLAIMED_MAX = 128
/** A process that handles a subscription for longer than this is taken to be dead. */
export const CLAIM_MS = 120_000
const EVENTS_A_ROUND = 50
/** More notices at once are sent as one message with their number. */
const NOTICES_APART = 3
/** A push service keeps a message for a device that is off for this time. */
const LIFE_SECONDS = 24 * 3_600
/** After these attempts, about a day, a subscription is given up. */
export const ATTEMPTS_MAX = 10
const FIRST_PAUSE_MS = 5_000
const PAUSE_MAX_MS = 6 * 3_600_000

interface ClaimedRow {
  readonly id: string
  readonly member_id: string
  readonly sealed: string
  readonly locale: string
  readonly number: bigint
  readonly attempts: number
  readonly next_at_ms: bigint
}

/**
 * The subscriptions that have waited longest, a few of each member, and none of a member of $2, whose
 * share is taken. Of two processes that claim the same row, the second finds its time moved ahead.
 */
const claimSql = `
  update push_subscriptions set next_at_ms = ${engineNow} + ${CLAIM_MS}
  where next_at_ms <= ${engineNow} and id in (
    select id from (
      select p.id, p.next_at_ms, row_number() over (partition by p.member_id order by p.next_at_ms, p.id) as turn
      from push_subscriptions p join balances b on b.member_id = p.member_id and b.asset = '${CURRENCY}'
      where p.number < b.revision and p.next_at_ms <= ${engineNow} and p.expires_at_ms > ${engineNow}
        and p.member_id <> all ($2::text[])
    ) due where turn <= ${PUSH_LIMITS.atOnceOfOne} order by next_at_ms, id limit $1)
  returning id, member_id, sealed, locale, number, attempts, next_at_ms`

/** What a device is sent. It names no amount, no product and no person. */
export interface PushMessage {
  /** The number of the event; of several together, that of the last. */
  readonly number: number
  readonly title: string
  /** What the notice is about; null of several together. */
  readonly kind: string | null
  readonly subject: string | null
}

const messageOf = (event: MemberEvent, locale: Locale): PushMessage => ({
  number: event.number,
  title: textIn(locale, `notice.${noticeName(event)}`) ?? "",
  kind: event.kind,
  subject: event.subject,
})

/** One message for each notice, oldest first, or one for all where there are many. */
export const messagesOf = (
  notices: ReadonlyArray<MemberEvent>,
  locale: Locale,
): ReadonlyArray<PushMessage> => {
  const last = notices.at(-1)
  if (last === undefined || notices.length <= NOTICES_APART)
    return notices.map((event) => messageOf(event, locale))
  const title = textIn(locale, "notice.toast.many", { count: notices.length }) ?? ""
  return [{ number: last.number, title, kind: null, subject: null }]
}

/** The pause before the next attempt: four times the one before, up to six hours. */
const pauseAfter = (attempts: number): number =>
  Math.min(PAUSE_MAX_MS, FIRST_PAUSE_MS * 4 ** Math.min(attempts, 8))

const localeOf = (text: string): Locale => LOCALES.find((known) => known === text) ?? DEFAULT_LOCALE

/** Moves the subscription past an event; once done, it is the last in the line of those that wait. Only the claim that is still in force frees it. */
const advance = Effect.fnUntraced(function* (row: ClaimedRow, number: number, isDone: boolean) {
  yield* execute(
    `update push_subscriptions set number = greatest(number, $3::bigint), attempts = 0, failing_since_ms = null,
       next_at_ms = case when $4::boolean then ${engineNow} else next_at_ms end
     where id = $1 and next_at_ms = $2::bigint`,
    [row.id, row.next_at_ms, number, isDone],
  )
})

/** Frees the claim for another attempt later, or gives the subscription up. */
const fail = Effect.fnUntraced(function* (row: ClaimedRow, outcome: PushOutcome) {
  const isOver = outcome.kind === "gone" || row.attempts + 1 >= ATTEMPTS_MAX
  if (isOver)
    return yield* execute("delete from push_subscriptions where id = $1 and next_at_ms = $2::bigint", [
      row.id,
      row.next_at_ms,
    ])
  const waitMs = outcome.kind === "failed" ? outcome.waitMs : 0
  return yield* execute(
    `update push_subscriptions set attempts = attempts + 1, next_at_ms = ${engineNow} + $3::bigint,
       failing_since_ms = coalesce(failing_since_ms, ${engineNow})
     where id = $1 and next_at_ms = $2::bigint`,
    [row.id, row.next_at_ms, Math.max(waitMs, pauseAfter(row.attempts))],
  )
})

type Pool = FairPool<never>

/** Members take turns, and push services share the connections. Not more wait than are claimed. */
export const makePushPool = (): Pool =>
  makeFairPool({
    ...PUSH_LIMITS,
    waitingMax: CLAIMED_MAX,
    waitingMaxOfOne: CLAIMED_MAX,
    refuse: (): never => {
      throw new Error("more subscriptions wait than are claimed")
    },
  })

const send = Effect.fnUntraced(function* (
  subscription: Subscription,
  message: PushMessage,
  memberId: string,
  pool: Pool,
) {
  const key = yield* PushKey
  const { push } = yield* Config
  const request = key.requestTo(subscription, JSON.stringify(message), LIFE_SECONDS)
  const sending = sendPush(subscription.endpoint, request, push.origins)
  return yield* pool.run(memberId, sending, URL.parse(subscription.endpoint)?.hostname)
})

/** Sends what a claimed subscription has not been sent; what the member has read is left out. */
const deliver = Effect.fn("deliver")(function* (row: ClaimedRow, pool: Pool) {
  const { member_id: memberId, number } = row
  const events = yield* eventsAfter(memberId, Number(number), EVENTS_A_ROUND)
  const isRead = yield* readNoticesOf(memberId)
  const notices = events.filter((event) => isNotice(event) && !isRead(event.number))
  const subscription = openSubscription(yield* Vault, row.sealed, memberId)
  for (const message of messagesOf(notices, localeOf(row.locale))) {
    const outcome = yield* send(subscription, message, memberId, pool)
    if (outcome.kind !== "delivered") return yield* fail(row, outcome)
    yield* advance(row, message.number, false)
  }
  return yield* advance(row, events.at(-1)?.number ?? Number(number), true)
})

/**
 * Claims up to `limit` subscriptions that have events to be sent, none of the members named, and returns
 * a delivery for each. A claim whose process dies lapses after CLAIM_MS.
 */
export const claimDeliveries = Effect.fn("claimDeliveries")(function* (
  limit: number,
  withoutMembers: readonly string[] = [],
  pool: Pool = makePushPool(),
) {
  const rows = yield* sql<ClaimedRow>(claimSql, [limit, withoutMembers])
  return rows.map((row) => ({ memberId: row.member_id, delivery: deliver(row, pool) }))
})

/**
 * Delivers forever, up to `claimedMax` subscriptions side by side, so that a slow push service delays
 * no other.
 */
export const deliverNotices = Effect.fnUntraced(function* (claimedMax: number) {
  const pool = makePushPool()
  /** The member of each claimed subscription. */
  const claimed: string[] = []
  const run = <E extends { readonly _tag: string; readonly message: string }, R>(
    memberId: string,
    delivery: Effect.Effect<unknown, E, R>,
  ) => {
    claimed.push(memberId)
    return Effect.forkChild(
      delivery.pipe(
        Effect.catch((error) => logFailure("A notice is sent later", error)),
        Effect.catchDefect((defect) => Effect.logError("A notice could not be sent.", defect)),
        Effect.ensuring(Effect.sync(() => void claimed.splice(claimed.indexOf(memberId), 1))),
      ),
    )
  }
  const round = Effect.gen(function* () {
    if (claimed.length >= claimedMax) return
    const deliveries = yield* claimDeliveries(claimedMax - claimed.length, claimed, pool)
    for (const { memberId, delivery } of deliveries) yield* run(memberId, delivery)
  })
  const patient = Effect.catch(round, (error) => logFailure("Notices are pushed later", error))
  return yield* Effect.forever(Effect.andThen(patient, Effect.sleep(LOOK_EVERY)))
})

export const runPushDelivery = deliverNotices(CLAIMED_MAX)

// Hands a message to the push service of a subscription.

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
