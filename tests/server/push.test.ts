import { randomUUID } from "node:crypto"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import webPush from "web-push"
import { Config } from "../../server/config.ts"
import type { Call } from "../../server/core/handler.ts"
import { CHANGE, post } from "../../server/core/ledger.ts"
import { Vault } from "../../server/core/vault.ts"
import { Db, execute, sql, transaction } from "../../server/db/db.ts"
import { realPause } from "../../server/db/outer-clocks.ts"
import { markNoticesRead } from "../../server/members/notices.ts"
import { payWithdrawal } from "../../server/payments/decide-withdrawal.ts"
import { creditDeposit } from "../../server/payments/deposits.ts"
import { ATTEMPTS_MAX, CLAIM_MS, claimDeliveries, PUSH_LIMITS } from "../../server/push/deliver-notices.ts"
import { makePushKey, PushKey, pushKeyLayer } from "../../server/push/push-key.ts"
import { DEVICES_MAX, subscribePush, unsubscribePush } from "../../server/push/subscriptions.ts"
import {
  addCardBy,
  fieldOf,
  goodPassword,
  openApp,
  reasonOf,
  type TestApp,
  withdrawBy,
} from "../support/app.ts"
import {
  type CashWorld,
  newMember,
  openWorld,
  type RunningWorld,
  reasonOf as refusalOf,
} from "../support/cash.ts"
import { addCard, deposit, withdrawal } from "../support/cash-requests.ts"
import { atOnce, effectTests } from "../support/effect-tests.ts"
import { forEachEngineInTurn } from "../support/engines.ts"
import { type PushService, startPushService } from "../support/push-service.ts"

const contact = "mailto:operator@links.example"
const pair = webPush.generateVAPIDKeys()
const key = makePushKey(pair.privateKey, contact)
const review = { who: "tests", why: "because" }

/** A member with an open session. */
const newCaller = Effect.fnUntraced(function* (balance = 1_000_000n) {
  const call: Call = { ...(yield* newMember(balance)), tokenHash: randomUUID() }
  yield* execute(
    `insert into sessions (token_hash, member_id, created_at_ms, seen_at_ms, expires_at_ms)
     values ($1, $2, 0, 0, 9999999999999)`,
    [call.tokenHash, call.memberId],
  )
  return call
})

const increase = Effect.fnUntraced(function* ({ memberId }: Call, times = 1) {
  for (let n = 0; n < times; n += 1)
    yield* post({
      transactionId: `push-${randomUUID()}`,
      memberId,
      available: 100n,
      code: CHANGE.systemIncrease,
      reason: "test",
      reference: "test",
      atMs: 1,
    })
})

/** One round: everything that is due is claimed and delivered, one delivery after the other. */
const round = Effect.fnUntraced(function* () {
  for (const { delivery } of yield* claimDeliveries(100)) yield* delivery
})

const stored = Effect.fnUntraced(function* ({ memberId }: Call) {
  return yield* sql<{
    number: bigint
    attempts: number
    failing_since_ms: bigint | null
    next_at_ms: bigint
  }>("select number, attempts, failing_since_ms, next_at_ms from push_subscriptions where member_id = $1", [
    memberId,
  ])
})

/** Time passes: everything may be tried again. */
const wait = Effect.flatMap(Db, (db) => db.execute("update push_subscriptions set next_at_ms = 0"))

forEachEngineInTurn("notices by Web Push", (engine) => {
  let world: RunningWorld
  let service: PushService
  beforeAll(async () => {
    service = await startPushService()
    world = await openWorld(engine, {
      coolingOffMs: 0,
      push: { key: null, contact: null, origins: [service.origin] },
    })
  })
  beforeEach(() => world.run(Effect.flatMap(Db, (db) => db.execute("delete from push_subscriptions"))))
  afterAll(async () => {
    await world.stop()
    await service.stop()
  })
  const test = effectTests((work: Effect.Effect<unknown, unknown, CashWorld | PushKey>) =>
    world.run(Effect.provideService(work, PushKey, key)),
  )
  const messagesTo = (device: string) =>
    service.received.filter((each) => each.device === device).map(({ message }) => message)

  test("say in the member's language what happened, without amounts, and only what happens from now on", function* () {
    const call = { ...(yield* newCaller()), locale: "de" } as const
    const card = yield* addCard(call)
    const device = randomUUID()
    yield* subscribePush(service.subscribe(device), call)
    const first = yield* deposit(call, "1234.00")
    const second = yield* withdrawal(call, "2345.00", card.id)
    yield* creditDeposit(first.id, review)
    yield* payWithdrawal(second.id, review)
    yield* round()
    expect(messagesTo(device)).toEqual([
      { number: 5, title: "Einzahlung gutgeschrieben", kind: "deposit", subject: first.id },
      { number: 7, title: "Auszahlung ausgeführt", kind: "withdrawal", subject: second.id },
    ])
    const [received] = service.received.filter((each) => each.device === device)
    expect(received?.sender).toMatchObject({
      audience: service.origin,
      subject: contact,
      key: key.publicText,
    })
    expect(received?.sender?.lifeSeconds).toBeLessThanOrEqual(24 * 3_600)
    expect(received?.headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400" })
    yield* round()
    expect(messagesTo(device)).toHaveLength(2)
  })

  test("are one message where many came together, and none where the member has read them", function* () {
    const call = yield* newCaller()
    const device = randomUUID()
    yield* subscribePush(service.subscribe(device), call)
    yield* increase(call, 4)
    yield* round()
    expect(messagesTo(device)).toEqual([{ number: 5, title: "4 new notices", kind: null, subject: null }])
    yield* increase(call, 1)
    yield* markNoticesRead({ number: 6 }, call)
    yield* round()
    expect(messagesTo(device)).toHaveLength(1)
    expect(yield* stored(call)).toMatchObject([{ number: 6n }])
  })

  test("are sent once by several processes that look at the same time", function* () {
    const devices = yield* Effect.forEach(Array.from({ length: 12 }), () =>
      Effect.gen(function* () {
        const call = yield* newCaller()
        const device = randomUUID()
        yield* subscribePush(service.subscribe(device), call)
        yield* increase(call, 2)
        return device
      }),
    )
    yield* atOnce(6, round())
    expect(devices.map((device) => messagesTo(device).length)).toEqual(devices.map(() => 2))
  })

  test("are claimed a few of each member, and none of a member whose share is taken", function* () {
    const members = [yield* newCaller(), yield* newCaller()]
    for (const call of members) {
      for (let i = 0; i < 5; i += 1) yield* subscribePush(service.subscribe(randomUUID()), call)
      yield* increase(call)
    }
    const [first, second] = members.map(({ memberId }) => memberId)
    const claim = (...taken: readonly string[]) =>
      Effect.map(claimDeliveries(100, taken), (claimed) => claimed.map(({ memberId }) => memberId).toSorted())
    expect(yield* claim(first ?? "")).toEqual(Array(PUSH_LIMITS.atOnceOfOne).fill(second))
    expect(yield* claim()).toEqual(
      members.flatMap(({ memberId }) => Array(PUSH_LIMITS.atOnceOfOne).fill(memberId)).toSorted(),
    )
  })

  test("are claimed by one process while another is about to commit its claim", function* () {
    const call = yield* newCaller()
    yield* subscribePush(service.subscribe(randomUUID()), call)
    yield* increase(call)
    const slow = transaction(Effect.tap(claimDeliveries(10), () => realPause(400)))
    const second = Effect.andThen(realPause(150), claimDeliveries(10))
    const claims = yield* Effect.all([slow, second], { concurrency: "unbounded" })
    expect(claims.map(({ length }) => length)).toEqual([1, 0])
  })

  test("go on after the last one that arrived when a push service fails, with growing pauses", function* () {
    const call = yield* newCaller()
    const device = randomUUID()
    const subscription = service.subscribe(device)
    yield* subscribePush(subscription, call)
    yield* increase(call, 2)
    service.behave(device, (response) => response.writeHead(503, { "retry-after": "120" }).end())
    const startMs = Date.now()
    yield* round()
    const [failing] = yield* stored(call)
    expect(failing).toMatchObject({ number: 1n, attempts: 1 })
    expect(Number(failing?.next_at_ms)).toBeGreaterThanOrEqual(startMs + 119_000)
    expect((yield* subscribePush(subscription, call)).failingSinceMs).toBeGreaterThan(startMs - 1_000)
    const before = service.attempts()
    yield* round()
    expect(service.attempts()).toBe(before)
    service.behave(device, null)
    yield* wait
    yield* round()
    expect(messagesTo(device).map((message) => Reflect.get(Object(message), "number"))).toEqual([2, 3])
    expect(yield* stored(call)).toMatchObject([{ attempts: 0, failing_since_ms: null }])
    expect(yield* subscribePush(subscription, call)).toEqual({ failingSinceMs: null })
  })

  test("end with a subscription that is gone, and with one that fails for about a day", function* () {
    const [gone, failing] = [yield* newCaller(), yield* newCaller()]
    const [first, second] = [randomUUID(), randomUUID()]
    yield* subscribePush(service.subscribe(first), gone)
    yield* subscribePush(service.subscribe(second), failing)
    service.behave(first, (response) => response.writeHead(410).end())
    const refused = yield* Effect.forEach([400, 403, 404], (status) =>
      Effect.gen(function* () {
        const [call, device] = [yield* newCaller(), randomUUID()]
        yield* subscribePush(service.subscribe(device), call)
        service.behave(device, (response) => response.writeHead(status).end())
        yield* increase(call)
        return call
      }),
    )
    service.behave(second, (response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end())
    yield* increase(gone)
    yield* increase(failing)
    yield* round()
    for (const call of [gone, ...refused]) expect(yield* stored(call)).toEqual([])
    for (let attempt = 2; attempt < ATTEMPTS_MAX; attempt += 1) {
      yield* wait
      yield* round()
    }
    expect(yield* stored(failing)).toMatchObject([{ attempts: ATTEMPTS_MAX - 1 }])
    yield* wait
    yield* round()
    expect(yield* stored(failing)).toEqual([])
  })

  test("end when a server starts with another key, and only then", function* () {
    const call = yield* newCaller()
    const settings = yield* Config
    const start = (key: string | null) =>
      Effect.map(
        Effect.provide(
          PushKey,
          Layer.provide(
            pushKeyLayer,
            Layer.succeed(Config, { ...settings, push: { ...settings.push, key } }),
          ),
        ),
        ({ publicText }) => publicText,
      )
    const counts: number[] = []
    for (const given of [null, null, pair.privateKey, pair.privateKey, null]) {
      const publicText = yield* Effect.scoped(start(given))
      if (given !== null) expect(publicText).toBe(pair.publicKey)
      counts.push((yield* stored(call)).length)
      yield* subscribePush(service.subscribe(randomUUID()), call)
    }
    expect(counts).toEqual([0, 1, 0, 1, 0])
  })

  test("are taken over from a process that died, and a late one changes nothing more", function* () {
    const call = yield* newCaller()
    const device = randomUUID()
    yield* subscribePush(service.subscribe(device), call)
    yield* increase(call)
    const [late] = yield* claimDeliveries(10)
    expect(yield* claimDeliveries(10)).toEqual([])
    yield* execute("update push_subscriptions set next_at_ms = next_at_ms - $1", [CLAIM_MS + 1_000])
    yield* round()
    expect(messagesTo(device)).toHaveLength(1)
    yield* increase(call)
    service.behave(device, (response) => response.writeHead(410).end())
    yield* late?.delivery ?? Effect.void
    expect(yield* stored(call)).toMatchObject([{ number: 2n, attempts: 0 }])
    const [slow] = yield* claimDeliveries(10)
    yield* wait
    service.behave(device, (response) => response.writeHead(500).end())
    yield* slow?.delivery ?? Effect.void
    expect(yield* stored(call)).toMatchObject([{ attempts: 0, next_at_ms: 0n }])
  })

  test("belong to a device: one browser has one subscription, and a member a limited number", function* () {
    const [call, other] = [yield* newCaller(), yield* newCaller()]
    const subscription = service.subscribe(randomUUID())
    yield* subscribePush(subscription, call)
    yield* subscribePush(subscription, call)
    expect(yield* stored(call)).toHaveLength(1)
    yield* subscribePush(subscription, other)
    expect([yield* stored(call), yield* stored(other)].map(({ length }) => length)).toEqual([0, 1])
    yield* unsubscribePush(subscription, call)
    expect(yield* stored(other)).toHaveLength(1)
    for (let n = 0; n < DEVICES_MAX + 2; n += 1) yield* subscribePush(service.subscribe(randomUUID()), call)
    expect(yield* stored(call)).toHaveLength(DEVICES_MAX)
    yield* unsubscribePush(subscription, other)
    expect(yield* stored(other)).toEqual([])
  })

  test("are refused for addresses within our network and for keys that no message can be encrypted with", function* () {
    const call = yield* newCaller()
    const subscription = service.subscribe(randomUUID())
    for (const endpoint of ["http://127.0.0.1:1/push", "https://192.168.0.1/", "https://localhost/x"])
      expect(yield* refusalOf(subscribePush({ ...subscription, endpoint }, call))).toBe(
        "push.subscription-refused",
      )
    const p256dh = Buffer.alloc(65, 4).toString("base64url")
    expect(yield* refusalOf(subscribePush({ ...subscription, p256dh }, call))).toBe(
      "push.subscription-refused",
    )
    expect(yield* stored(call)).toEqual([])
  })

  test("are stored sealed, each for its member", function* () {
    const vault = yield* Vault
    const call = yield* newCaller()
    const subscription = service.subscribe(randomUUID())
    yield* subscribePush(subscription, call)
    const [row] = yield* sql<{ sealed: string }>("select * from push_subscriptions")
    expect(JSON.stringify(row, (_, value) => String(value))).not.toContain(subscription.endpoint)
    expect(() => vault.open(row?.sealed ?? "", "push subscription of another")).toThrow()
  })
})

describe("a server that pushes", () => {
  let app: TestApp
  let service: PushService
  beforeAll(async () => {
    service = await startPushService()
    app = await openApp({ PUSH_ORIGINS: service.origin, REVIEW_DELAY_MS: "0", REGISTRATION_BONUS: "100000" })
  })
  afterAll(async () => {
    await app.stop()
    await service.stop()
  })

  /** A withdrawal that the reviewer pays. */
  const withdraw = async (token: string, password: string) => {
    const card = { bank_name: "First Bank", card_number: "4242424242424242", username: "Bob B" }
    const added = await addCardBy(app.url, card, { token }, password)
    const cards = reasonOf(added) === null ? fieldOf(added, "id") : cardId
    cardId = String(cards)
    const request = { key: randomUUID(), amount: "10000.00", method: "bank", destination_id: cardId } as const
    const asked = await withdrawBy(app.url, request, { token }, password)
    return String(fieldOf(asked, "id"))
  }
  let cardId = ""

  it("sends what happens until the session ends, and goes on with a new password", async () => {
    const { token: first } = await app.join("pushed")
    const device = randomUUID()
    const subscription = service.subscribe(device)
    expect(fieldOf(await app.call("pushKey", {}, { token: first }), "key")).toMatch(/^[\w-]{87}$/)
    await app.call("pushSubscribe", subscription, { token: first, lang: "fr_FR" })
    const change = { old_password: goodPassword, new_password: "amber-lantern-73" }
    const token = String(fieldOf(await app.call("changePassword", change, { token: first }), "token"))
    const id = await withdraw(token, change.new_password)
    const received = () => service.received.filter((each) => each.device === device)
    await app.advance(3_000)
    await expect.poll(received).toHaveLength(1)
    expect(received()[0]?.message).toMatchObject({
      title: "Retrait effectué",
      kind: "withdrawal",
      subject: id,
    })
    await app.call("logout", {}, { token })
    const again = await app.call("login", { username: "pushed", password: "amber-lantern-73" })
    const later = String(fieldOf(again, "token"))
    const second = await withdraw(later, change.new_password)
    for (let passes = 0; passes < 2; passes += 1) await app.advance(3_000)
    expect(fieldOf(await app.call("withdrawal", { id: second }, { token: later }), "status")).toBe(1)
    expect(received()).toHaveLength(1)
  })
})
