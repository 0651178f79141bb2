/** The devices that a member's notices are pushed to. */
import { Clock, Effect, Schema } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { CURRENCY } from "../../src/domain/limits.ts"
import { Config } from "../config.ts"
import type { Call } from "../core/handler.ts"
import { refusal } from "../core/refusal.ts"
import { Vault } from "../core/vault.ts"
import { execute, sql } from "../db/db.ts"
import { isPushEndpoint } from "./push-endpoint.ts"
import { PushKey, type Subscription } from "./push-key.ts"

/** Devices of one member. One more replaces the one that was subscribed first. */
export const DEVICES_MAX = 10

/** What the vault authenticates with a sealed subscription. */
const purposeOf = (memberId: string) => `push subscription of ${memberId}`

const Sealed = Schema.fromJsonString(
  Schema.Struct({ endpoint: Schema.String, p256dh: Schema.String, auth: Schema.String }),
)
const encodeSealed = Schema.encodeSync(Sealed)
const decodeSealed = Schema.decodeUnknownSync(Sealed)

/** Opens a stored subscription. Throws if it was altered or belongs to another member. */
export const openSubscription = (vault: Vault["Service"], sealed: string, memberId: string): Subscription =>
  decodeSealed(vault.open(sealed, purposeOf(memberId)))

const idOf = (vault: Vault["Service"], { endpoint, p256dh, auth }: Subscription): string =>
  vault.fingerprint(`${endpoint}\n${p256dh}\n${auth}`, "push subscription")

export const readPushKey = () => Effect.map(PushKey, ({ publicText }) => ({ key: publicText }))

/** Browsers subscribe with any point; only encrypting shows whether it is one. */
const isUsable = (key: PushKey["Service"], subscription: Subscription): boolean => {
  try {
    key.requestTo(subscription, "-", 0)
    return true
  } catch {
    return false
  }
}

/**
 * The session's own row gives the time that the subscription ends at the latest. A device of another
 * member with the same subscription becomes this member's: its browser has one subscription.
 */
const subscribeSql = `
  insert into push_subscriptions (id, member_id, token_hash, sealed, locale, number, created_at_ms, expires_at_ms)
  select $1, s.member_id, s.token_hash, $4, $5, b.revision, $6::bigint, s.expires_at_ms
  from sessions s join balances b on b.member_id = s.member_id and b.asset = '${CURRENCY}'
  where s.token_hash = $3 and s.member_id = $2 and s.revoked_at_ms is null
  on conflict (id) do update set token_hash = excluded.token_hash, locale = excluded.locale,
    expires_at_ms = excluded.expires_at_ms, sealed = excluded.sealed, member_id = excluded.member_id,
    number = case when push_subscriptions.member_id = excluded.member_id then push_subscriptions.number
      else excluded.number end
  returning failing_since_ms`

/** Subscribes the caller's device, or renews its language and session. */
export const subscribePush = Effect.fn("subscribePush")(function* (
  { endpoint, p256dh, auth }: RequestOf<"pushSubscribe">,
  { memberId, tokenHash, locale }: Call,
) {
  const vault = yield* Vault
  const { push } = yield* Config
  const subscription = { endpoint, p256dh, auth }
  if (!isPushEndpoint(endpoint, push.origins) || !isUsable(yield* PushKey, subscription))
    return yield* refusal("push.subscription-refused")
  const sealed = vault.seal(encodeSealed(subscription), purposeOf(memberId))
  const atMs = yield* Clock.currentTimeMillis
  const rows = yield* sql<{ failing_since_ms: bigint | null }>(subscribeSql, [
    ...[idOf(vault, subscription), memberId, tokenHash, sealed, locale, atMs],
  ])
  yield* execute(
    `delete from push_subscriptions where id in (select id from push_subscriptions where member_id = $1
       order by created_at_ms desc, id offset ${DEVICES_MAX})`,
    [memberId],
  )
  const [row] = rows
  // the session ended meanwhile
  if (row === undefined) return yield* refusal("session.invalid")
  const failingSinceMs = row.failing_since_ms
  return { failingSinceMs: failingSinceMs === null ? null : Number(failingSinceMs) }
})

/** Ends the subscription of a device of the caller. */
export const unsubscribePush = Effect.fn("unsubscribePush")(function* (
  { endpoint, p256dh, auth }: RequestOf<"pushUnsubscribe">,
  { memberId }: Call,
) {
  const id = idOf(yield* Vault, { endpoint, p256dh, auth })
  yield* execute("delete from push_subscriptions where id = $1 and member_id = $2", [id, memberId])
  return {}
})
