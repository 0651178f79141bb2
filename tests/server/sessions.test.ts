import { argon2 } from "node:crypto"
import { createServer, IncomingMessage } from "node:http"
import { Socket } from "node:net"
import { PassThrough } from "node:stream"
import { Clock, Context, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import WebSocket from "ws"
import { Config, readSettings } from "../../server/config.ts"
import { Db, execute, sql } from "../../server/db/db.ts"
import { OuterClocks } from "../../server/db/outer-clocks.ts"
import { type GuessLimiter, makeGuessLimiter } from "../../server/members/guess-limiter.ts"
import { Passwords } from "../../server/members/password.ts"
import { changeLimit } from "../../server/members/protection.ts"
import { SESSIONS_KNOWN_MAX, Sessions, sessionIdOf } from "../../server/members/sessions.ts"
import { StreamHandler, serveUpgrades } from "../../server/stream/upgrade.ts"
import { fieldOf, goodPassword, openApp, type TestApp } from "../support/app.ts"
import { memoryDatabase } from "../support/database.ts"
import { atOnce, effectTests, runOn } from "../support/effect-tests.ts"
import { virtualTime } from "../support/trading.ts"

const minuteMs = 60_000
const settings = { ...readSettings({}), sessionIdleMs: 30 * minuteMs, sessionAbsoluteMs: 120 * minuteMs }
const world = Layer.fresh(Sessions.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(memoryDatabase, Layer.succeed(Config, Config.of(settings)), virtualTime)),
)
const run = runOn(world)
const realTime = Layer.fresh(Sessions.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(memoryDatabase, Layer.succeed(Config, Config.of(settings)))),
)
const test = effectTests(run)

/** Runs an effect in another process on the same database. */
const another = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.provide(work, Layer.fresh(Sessions.layer))

/** Runs an effect in a process whose own clock is set wrong by `ms`. Steady time goes on as it did. */
const withWrongClock =
  (ms: number) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Clock.Clock, (clock) => {
      const wall = () => clock.currentTimeMillisUnsafe() + ms
      const set: Clock.Clock = {
        ...clock,
        currentTimeMillisUnsafe: wall,
        currentTimeMillis: Effect.sync(wall),
        monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
        sleep: (duration) => clock.sleep(duration),
      }
      return Effect.provideService(work, Clock.Clock, set)
    })

/** Opens a session of a member who is made on the way. */
const openSessionOf = Effect.fnUntraced(function* (memberId: string) {
  yield* execute(
    `insert into members (id, username, username_key, password_hash, invitation_code, registered_at_ms,
       password_changed_at_ms) values ($1, $1, $1, '-', $1, 0, 0) on conflict do nothing`,
    [memberId],
  )
  const opened = yield* (yield* Sessions).open(memberId, 0n)
  return opened ?? (yield* Effect.die(new Error("the credentials have changed")))
})

describe("a session", () => {
  test("ends when unused, and is extended by use up to its absolute expiry", function* () {
    const sessions = yield* Sessions
    const used = yield* openSessionOf("ada")
    const idle = yield* openSessionOf("ada")
    for (let passed = 0; passed < 110; passed += 10) {
      yield* TestClock.adjust("10 minutes")
      expect(yield* sessions.find(used.token)).not.toBeNull()
    }
    expect(yield* sessions.find(idle.token)).toBeNull()
    yield* TestClock.adjust("10 minutes")
    expect(yield* sessions.find(used.token)).toBeNull()
  })

  test("ends at the member's own limit of its time, one that is open already too", function* () {
    const sessions = yield* Sessions
    const first = yield* openSessionOf("efe")
    const call = { memberId: "efe", tokenHash: "", address: "", locale: "en" } as const
    yield* changeLimit({ revision: 0, name: "session_minutes", value: "20" }, call)
    const second = yield* openSessionOf("efe")
    yield* TestClock.adjust("19 minutes")
    for (const { token } of [first, second]) expect(yield* sessions.find(token)).not.toBeNull()
    yield* TestClock.adjust("1 minute")
    for (const { token } of [first, second]) expect(yield* sessions.find(token)).toBeNull()
  })

  test("lasts as long by a process whose clock is a day off, in either direction", function* () {
    const clock = yield* Clock.Clock
    const outer = {
      databaseNow: Effect.sync(() => String(clock.currentTimeMillisUnsafe())),
      hostUptime: () => 0,
    }
    for (const shiftMs of [24 * 60 * minuteMs, -24 * 60 * minuteMs]) {
      const turned = <A, E, R>(work: Effect.Effect<A, E, R>) =>
        withWrongClock(shiftMs)(Effect.provideService(another(work), OuterClocks, outer))
      const { token } = yield* openSessionOf("ada")
      const found = Effect.flatMap(Sessions, (sessions) => sessions.find(token))
      expect(yield* turned(found)).not.toBeNull()
      const own = yield* turned(openSessionOf("ada"))
      yield* turned(Effect.flatMap(Sessions, ({ sweep }) => sweep))
      yield* TestClock.adjust("29 minutes")
      expect(yield* (yield* Sessions).find(own.token)).not.toBeNull()
      yield* TestClock.adjust("31 minutes")
      expect(yield* turned(found)).toBeNull()
      expect(yield* turned(Effect.flatMap(Sessions, (sessions) => sessions.find(own.token)))).toBeNull()
    }
  })

  it("that is used stays open, however short the idle time is", () => {
    const short = Layer.succeed(Config, Config.of({ ...settings, sessionIdleMs: 20_000 }))
    return Effect.gen(function* () {
      const sessions = yield* Sessions
      const { token } = yield* openSessionOf("ada")
      for (let passed = 0; passed < 120; passed += 8) {
        yield* TestClock.adjust("8 seconds")
        expect(yield* sessions.find(token)).not.toBeNull()
      }
      yield* TestClock.adjust("20 seconds")
      expect(yield* sessions.find(token)).toBeNull()
    }).pipe(
      Effect.provide(
        Layer.fresh(Sessions.layer).pipe(
          Layer.provideMerge(Layer.mergeAll(memoryDatabase, short, virtualTime)),
        ),
      ),
      Effect.runPromise,
    )
  })

  test("ended by another process ends here within two seconds, and listeners are notified", function* () {
    const sessions = yield* Sessions
    const { token, session } = yield* openSessionOf("ada")
    const ended: Array<string> = []
    sessions.onEnd((tokenHash) => ended.push(tokenHash))
    yield* sessions.find(token)
    yield* another(
      Effect.flatMap(Sessions, (others) => others.changeCredentials("ada", Effect.succeed(null))),
    )
    yield* TestClock.adjust("2 seconds")
    expect(yield* sessions.find(token)).toBeNull()
    expect(ended).toEqual([session.tokenHash])
  })

  it("is one of a bounded number that a process knows", () => {
    let asked = 0
    const found = JSON.stringify([{ member_id: "ada", unseen_ms: 0, life_ms: 60 * minuteMs }])
    const counting = Db.of({
      engine: "postgres",
      sql: () =>
        Effect.sync(() => {
          asked += 1
          return JSON.parse(found)
        }),
      execute: () => Effect.never,
      script: () => Effect.never,
      transaction: () => Effect.never,
    })
    const counted = Effect.gen(function* () {
      const { find } = yield* Sessions
      const isAsked = Effect.fnUntraced(function* (token: string) {
        const before = asked
        yield* find(token)
        return asked > before
      })
      expect([yield* isAsked("first"), yield* isAsked("first")]).toEqual([true, false])
      for (let n = 1; n < SESSIONS_KNOWN_MAX; n += 1) yield* find(`token ${n}`)
      expect(yield* isAsked("first")).toBe(false)
      expect(yield* isAsked("one more")).toBe(true)
      expect(yield* isAsked("first")).toBe(true)
    })
    return run(counted.pipe(Effect.provide(Layer.fresh(Sessions.layer)), Effect.provideService(Db, counting)))
  })

  test("ended by another process is found by a recheck, for open sockets", function* () {
    const sessions = yield* Sessions
    const over = (yield* openSessionOf("ada")).session.tokenHash
    const good = (yield* openSessionOf("ada")).session.tokenHash
    const ended: Array<string> = []
    sessions.onEnd((tokenHash) => ended.push(tokenHash))
    yield* another(Effect.flatMap(Sessions, (others) => others.end(over)))
    yield* sessions.recheck([over, good])
    expect(ended).toEqual([over])
  })

  test("is stored only as a hash, and deleted when it has expired", function* () {
    const sessions = yield* Sessions
    const { token } = yield* openSessionOf("ada")
    const { pass } = yield* sessions.issuePass({ memberId: "ada", tokenHash: "x" })
    for (const each of [token, pass]) expect(Buffer.from(each, "base64url").length).toBeGreaterThanOrEqual(16)
    const kept = JSON.stringify([
      yield* sql("select token_hash from sessions"),
      yield* sql("select ticket_hash from tickets"),
    ])
    expect(kept).not.toContain(token)
    expect(kept).not.toContain(pass)
    yield* TestClock.adjust("31 minutes")
    yield* sessions.sweep
    expect(yield* sql("select 1 from sessions union all select 1 from tickets")).toEqual([])
  })
})

it("that another process ended closes its sockets here within two seconds", () => {
  vi.useFakeTimers({ toFake: ["setInterval"] })
  const server = createServer()
  const work = Effect.gen(function* () {
    const sessions = yield* Sessions
    const { session } = yield* openSessionOf("ada")
    const { pass } = yield* sessions.issuePass(session)
    const request = new IncomingMessage(new Socket())
    request.url = `/api/market/stream?ticket=${pass}`
    const { promise, resolve } = Promise.withResolvers<AbortSignal>()
    const services = Context.make(Sessions, sessions).pipe(
      Context.add(StreamHandler, StreamHandler.of({ accept: ({ ended }) => resolve(ended) })),
    )
    const none = () => ""
    const close = serveUpgrades(server, () => true, services, none, none)
    server.emit("upgrade", request, new PassThrough(), Buffer.alloc(0))
    const ended = yield* Effect.promise(() => promise)
    yield* another(Effect.flatMap(Sessions, (others) => others.endOne("ada", sessionIdOf(session.tokenHash))))
    expect(ended.aborted).toBe(false)
    vi.advanceTimersByTime(2_000)
    yield* Effect.promise(() => vi.waitFor(() => expect(ended.aborted).toBe(true)))
    close()
  })
  return Effect.runPromise(Effect.provide(work, realTime)).finally(() => vi.useRealTimers())
})

describe("a stream pass", () => {
  test("is redeemed once, by one of many attempts, within a minute", function* () {
    const sessions = yield* Sessions
    const { session } = yield* openSessionOf("ada")
    const { pass } = yield* sessions.issuePass(session)
    const tries = yield* atOnce(20, sessions.redeemPass(pass))
    expect(tries.filter((found) => found !== null)).toEqual([session])
    const late = yield* sessions.issuePass(session)
    yield* TestClock.adjust("61 seconds")
    expect(yield* sessions.redeemPass(late.pass)).toBeNull()
  })

  test("is invalid once its session has ended", function* () {
    const sessions = yield* Sessions
    const { session } = yield* openSessionOf("ada")
    const { pass } = yield* sessions.issuePass(session)
    yield* sessions.end(session.tokenHash)
    expect(yield* sessions.redeemPass(pass)).toBeNull()
  })
})

describe("guessing", () => {
  const test = effectTests(runOn(virtualTime))
  const wrong = Effect.succeed(null)
  const right = Effect.succeed(true as const)
  /** The result of an attempt, three seconds later. */
  const tried = Effect.fnUntraced(function* (
    guesses: GuessLimiter,
    address: string,
    check: Effect.Effect<true | null>,
  ) {
    const fiber = yield* Effect.forkChild(Effect.exit(guesses.attempt(address, "ada", check)))
    yield* TestClock.adjust("3 seconds")
    return yield* Fiber.join(fiber)
  })
  const secondsOf = (exit: unknown): number => Number(/"seconds":(\d+)/.exec(JSON.stringify(exit))?.[1] ?? 0)

  test("delays an address longer and longer, at most a minute, and resets after 15 quiet minutes", function* () {
    const guesses = makeGuessLimiter()
    const waits: Array<number> = []
    for (let i = 0; i < 30; i++) {
      const seconds = secondsOf(yield* tried(guesses, "a", wrong))
      waits.push(seconds)
      yield* TestClock.adjust(`${seconds} seconds`)
    }
    expect(waits.slice(0, 5)).toEqual([0, 0, 0, 0, 0])
    expect(Math.max(...waits)).toBe(60)
    yield* TestClock.adjust("16 minutes")
    expect(yield* guesses.attempt("a", "ada", right)).toBe(true)
  })

  it("delays as long while the process's clock is turned by a day", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const guesses = makeGuessLimiter()
        const wrongGuess = guesses.attempt("a", "ada", Effect.succeed(null))
        for (let i = 0; i < 20; i++) yield* Effect.exit(wrongGuess)
        const ahead = yield* withWrongClock(24 * 60 * minuteMs)(Effect.exit(wrongGuess))
        const behind = yield* withWrongClock(-24 * 60 * minuteMs)(Effect.exit(wrongGuess))
        expect([secondsOf(ahead), secondsOf(behind)]).toEqual([1, 1])
      }).pipe(Effect.provide(virtualTime)),
    ))

  test("goes on delaying an address after one of its accounts has logged in", function* () {
    const guesses = makeGuessLimiter()
    for (let i = 0; i < 29; i++) yield* guesses.attempt("a", `name ${i}`, wrong)
    expect(yield* guesses.attempt("a", "ada", right)).toBe(true)
    yield* guesses.succeeded("a", "ada")
    yield* guesses.attempt("a", "name 29", wrong)
    expect(secondsOf(yield* Effect.exit(guesses.attempt("a", "ada", right)))).toBe(1)
  })

  test("delays the member at another address by at most three seconds", function* () {
    const guesses = makeGuessLimiter()
    for (let i = 0; i < 20; i++) yield* tried(guesses, `address ${i}`, wrong)
    expect((yield* tried(guesses, "home", right))._tag).toBe("Success")
  })

  test("reveals no more to concurrent attempts than to sequential ones", function* () {
    const guesses = makeGuessLimiter()
    const slowly = (found: true | null) => Effect.as(Effect.sleep("40 millis"), found)
    const tries = [...Array.from({ length: 30 }, () => null), true as const]
    const fibers = yield* Effect.forEach(tries, (found) =>
      Effect.forkChild(Effect.exit(guesses.attempt("a", "ada", slowly(found)))),
    )
    yield* TestClock.adjust("1 second")
    const exits = yield* Effect.forEach(fibers, Fiber.join)
    expect(exits.filter((exit) => exit._tag === "Success")).toHaveLength(5)
    expect(secondsOf(exits.at(-1) ?? exits[0])).toBeGreaterThan(0)
  })

  test("counts the addresses of one IPv6 network as one", function* () {
    const guesses = makeGuessLimiter()
    for (let i = 1; i <= 9; i++) yield* Effect.exit(guesses.attempt(`2001:db8::7:${i}`, "ada", wrong))
    const same = yield* Effect.exit(guesses.attempt("2001:0db8:0:0:1::1", "ada", right))
    const other = yield* Effect.exit(guesses.attempt("2001:db8:0:1::1", "ada", right))
    expect([same._tag, other._tag]).toEqual(["Failure", "Success"])
  })

  it("does the same work for an unknown name as for a wrong password", async () => {
    const counted = vi.fn(argon2)
    const work = Effect.gen(function* () {
      const passwords = yield* Passwords
      const hash = yield* passwords.hash(goodPassword)
      const workFor = Effect.fnUntraced(function* (kept: string | null) {
        counted.mockClear()
        expect(yield* passwords.matches("another-password-3", kept)).toBe(false)
        return counted.mock.calls.map(([algorithm, { nonce, message, ...cost }]) => ({
          ...cost,
          algorithm,
          salt: typeof nonce === "string" ? nonce.length : nonce.byteLength,
          typed: String(message),
        }))
      })
      return { wrongPassword: yield* workFor(hash), unknownName: yield* workFor(null) }
    })
    const { wrongPassword, unknownName } = await Effect.runPromise(
      Effect.provide(work, Passwords.layerWith(counted)),
    )
    expect(unknownName).toEqual(wrongPassword)
    expect(unknownName).toMatchObject([{ algorithm: "argon2id", memory: 19_456, passes: 2, salt: 16 }])
  })
})

describe("the quote stream's upgrade", () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app.stop())
  const open = (ticket: string, origin = app.url) =>
    new Promise<{ socket: WebSocket; status: number }>((resolve) => {
      const url = `${app.url.replace("http", "ws")}/api/market/stream?ticket=${ticket}`
      const socket = new WebSocket(url, { origin })
      socket.on("open", () => resolve({ socket, status: 101 }))
      socket.on("unexpected-response", (_, { statusCode }) => resolve({ socket, status: statusCode ?? 0 }))
      socket.on("error", () => undefined)
    })

  it("accepts a valid ticket from an allowed origin, once", async () => {
    const { ticket, token } = await app.join("ada")
    const renewed = String(fieldOf(await app.call("streamTicket", {}, { token }), "ticket"))
    const tried: number[] = []
    for (const [each, origin] of [
      [ticket, "https://evil.example"],
      ["nonsense", app.url],
      [ticket, app.url],
      [ticket, app.url],
      [renewed, app.url],
    ] as const)
      tried.push((await open(each, origin)).status)
    expect(tried).toEqual([403, 401, 101, 401, 101])
  })

  it("closes when the password changes", async () => {
    const { ticket, token } = await app.join("carla")
    const bystander = await open((await app.join("bob")).ticket)
    const { socket } = await open(ticket)
    const closed = new Promise<number>((resolve) => socket.on("close", resolve))
    const change = { old_password: goodPassword, new_password: "amber-lantern-77" }
    await app.call("changePassword", change, { token })
    expect(await closed).toBe(4001)
    expect(bystander.socket.readyState).toBe(WebSocket.OPEN)
  })
})
