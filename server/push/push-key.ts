import { createECDH } from "node:crypto"
import { Clock, Context, Effect, Layer } from "effect"
import webPush from "web-push"
import { Config, type Settings } from "../config.ts"
import { Vault } from "../core/vault.ts"
import { type Db, type DbError, execute, sql, transaction } from "../db/db.ts"

/** A device's subscription, as its browser made it. */
export interface Subscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** An encrypted message and the headers that say who sends it. */
export interface PushRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/**
 * The key by which push services recognise this site (VAPID, RFC 8292). Browsers tie subscriptions
 * to it: with another key every subscription is lost.
 */
export class PushKey extends Context.Service<
  PushKey,
  {
    /** The uncompressed point on P-256 in base64url, which browsers subscribe with. */
    readonly publicText: string
    /**
     * Encrypts a payload for a subscription (RFC 8291). Throws if the subscription's keys are not
     * valid.
     */
    readonly requestTo: (subscription: Subscription, payload: string, lifeSeconds: number) => PushRequest
  }
>()("financial-links/server/push/PushKey") {}

const publicTextOf = (privateText: string): string => {
  const pair = createECDH("prime256v1")
  pair.setPrivateKey(privateText, "base64url")
  return pair.getPublicKey("base64url")
}

/** Builds the key from its private part: 32 bytes in base64url. Throws if it is no such key. */
export const makePushKey = (privateText: string, contact: string): PushKey["Service"] => {
  const publicText = publicTextOf(privateText)
  const vapidDetails = { subject: contact, publicKey: publicText, privateKey: privateText }
  return PushKey.of({
    publicText,
    requestTo: ({ endpoint, p256dh, auth }, payload, lifeSeconds) => {
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        payload,
        { vapidDetails, TTL: lifeSeconds, contentEncoding: "aes128gcm", urgency: "normal" },
      )
      if (body === null) throw new Error("a message without a payload")
      return {
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body,
      }
    },
  })
}

/** Whom push services may contact; they require an address, whether or not there is a mailbox. */
const contactOf = ({ push, publicUrl }: Settings): string =>
  push.contact ?? (publicUrl?.startsWith("https://") ? publicUrl : "mailto:push@financial-links.invalid")

const setting = "push key"

/** The configured key, or one that is made once and stored sealed, so that all processes share it. */
const readPrivateText = Effect.gen(function* () {
  const { push } = yield* Config
  if (push.key !== null) return push.key
  const vault = yield* Vault
  const read = sql<{ value: unknown }>("select value from settings where name = $1", [setting])
  const [stored] = yield* read
  if (stored === undefined) {
    const sealed = vault.seal(webPush.generateVAPIDKeys().privateKey, setting)
    yield* execute(
      "insert into settings (name, value, changed_at_ms) values ($1, $2::jsonb, $3) on conflict do nothing",
      [setting, JSON.stringify(sealed), yield* Clock.currentTimeMillis],
    )
  }
  const [{ value } = { value: null }] = yield* read
  if (typeof value !== "string") return yield* Effect.die(new Error("the stored push key is not readable"))
  return vault.open(value, setting)
})

const publicSetting = "push key in use"

/**
 * Removes every subscription when the key is not that of the last start: push services refuse messages
 * that another key signs. Apps subscribe again at their next start.
 */
const noticeChangedKey = Effect.fn("noticeChangedKey")(function* (publicText: string) {
  const value = JSON.stringify(publicText)
  const atMs = yield* Clock.currentTimeMillis
  yield* execute(
    "insert into settings (name, value, changed_at_ms) values ($1, $2::jsonb, $3) on conflict do nothing",
    [publicSetting, value, atMs],
  )
  const change = Effect.gen(function* () {
    const changed = yield* execute(
      "update settings set value = $2::jsonb, changed_at_ms = $3 where name = $1 and value <> $2::jsonb",
      [publicSetting, value, atMs],
    )
    return changed === 0 ? null : yield* execute("delete from push_subscriptions")
  })
  const removed = yield* transaction(change)
  if (removed !== null)
    yield* Effect.logWarning(
      `The push key is not that of the last start (PUSH_KEY): ${removed} devices get notices again after their app's next start.`,
    )
})

export const pushKeyLayer: Layer.Layer<PushKey, DbError, Config | Db | Vault> = Layer.effect(
  PushKey,
  Effect.gen(function* () {
    const key = makePushKey(yield* readPrivateText, contactOf(yield* Config))
    yield* noticeChangedKey(key.publicText)
    return key
  }),
)
