/** Each shared pool of the server: who takes all that they may have leaves the others their share. */
import { connect, type Socket } from "node:net"
import { setImmediate as nextTurn } from "node:timers/promises"
import { Effect } from "effect"
import sharp from "sharp"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { reencodeImage } from "../../server/core/image-encoding.ts"
import type { Connection, Engine } from "../../server/db/db.ts"
import { LANE_SHARE, LANES, READ_LIMIT_MS } from "../../server/db/lanes.ts"
import { type FairPool, makeFairPool } from "../../server/fair-pool.ts"
import { IMAGE_LIMITS, makeImagePool } from "../../server/http/image-sender.ts"
import { SENDING_LIMITS } from "../../server/http/slow-sender.ts"
import { RECEIVING_LIMITS } from "../../server/http/uploads.ts"
import { WEBHOOK_LIMITS } from "../../server/http/webhooks.ts"
import { HASHING_LIMITS, Passwords } from "../../server/members/password.ts"
import { makePushPool, PUSH_LIMITS } from "../../server/push/deliver-notices.ts"
import { makeSubscribers, SOCKETS_MAX } from "../../server/stream/subscribers.ts"
import { endpoints } from "../../src/contract/endpoints.ts"
import { goodPassword, openApp, reasonOf, type TestApp } from "../support/app.ts"
import { memoryDatabaseOver } from "../support/database.ts"
import { paymentEnvironment } from "../support/payments.ts"

const times = <A>(count: number, make: (n: number) => A): readonly A[] =>
  Array.from({ length: count }, (_, n) => make(n))

/** An engine like PostgreSQL whose reads of members do not end while the test holds them. */
const makeHolding = () => {
  const held = new Set<() => void>()
  let isHolding = false
  const connection: Connection = {
    run: () =>
      new Promise((resolve) => {
        const end = () => {
          held.delete(end)
          resolve({ rows: [], affected: 0 })
        }
        held.add(end)
      }),
    script: () => Promise.resolve(),
  }
  return {
    over: (engine: Engine): Engine => ({
      name: "postgres",
      borrow: (use, isLimited = false) =>
        Effect.suspend(() => (isLimited && isHolding ? use(connection) : engine.borrow(use))),
    }),
    /** Statements that the engine runs for lists. */
    running: () => held.size,
    hold: () => {
      isHolding = true
    },
    release: () => {
      isHolding = false
      for (const end of held) end()
    },
  }
}

const holding = makeHolding()
let app: TestApp
let tokens: readonly string[]
beforeAll(async () => {
  app = await openApp({ ...paymentEnvironment, TRUST_PROXY: "1" }, memoryDatabaseOver(holding.over))
  tokens = await Promise.all(["ada", "bob", "cyd", "dan"].map(async (name) => (await app.join(name)).token))
})
afterEach(() => {
  vi.useRealTimers()
  holding.release()
})
afterAll(() => app.stop())

describe("reads", () => {
  const list = { path: endpoints.income.path, fields: { code: "203" } }
  const sendBatch = async (token: string | undefined) => {
    const response = await fetch(`${app.url}/api/batch`, {
      method: "POST",
      headers: { "content-type": "application/json", token: token ?? "" },
      body: JSON.stringify({ calls: Array(8).fill(list) }),
    })
    return response.json()
  }

  it("of a batch take turns, and leave market, sessions, probes and writes their connections", async () => {
    holding.hold()
    const [ada, bob, cyd, dan] = tokens
    const batches = [ada, ada, ada, bob, cyd].map(sendBatch)
    await expect.poll(holding.running).toBe(LANES.reads.postgres)
    const login = app.call("login", { username: "dan", password: goodPassword })
    const options = { token: dan ?? "" }
    const others = await Promise.all([
      app.call("quotes", {}, options),
      app.call("products", {}, options),
      login,
      app.call("operationResult", { operation: "order", key: crypto.randomUUID() }, options),
    ])
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
    expect(holding.running()).toBe(LANES.reads.postgres)
    holding.release()
    for (const answered of await Promise.all(batches)) expect(answered).toMatchObject({ code: 1 })
  })

  it("of one member leave the others' their turns", async () => {
    holding.hold()
    const greedy = [sendBatch(tokens[0]), sendBatch(tokens[0])]
    await expect.poll(holding.running).toBe(LANE_SHARE.atOnceOfOne)
    await nextTurn()
    expect(holding.running()).toBe(LANE_SHARE.atOnceOfOne)
    const other = sendBatch(tokens[1])
    await expect.poll(holding.running).toBe(2 * LANE_SHARE.atOnceOfOne)
    holding.release()
    await Promise.all([...greedy, other])
  })

  it("that take too long are refused in time, and keep their turn until they end", async () => {
    holding.hold()
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    const options = { token: tokens[0] ?? "", lang: "de_DE" }
    const asked = app.call("income", {}, options)
    await vi.waitFor(() => expect(holding.running()).toBe(1))
    await vi.advanceTimersByTimeAsync(READ_LIMIT_MS)
    const answer = await asked
    expect([answer.status, reasonOf(answer), answer.headers.get("retry-after")]).toEqual([
      503,
      "system.busy",
      "1",
    ])
    expect(answer.body).toMatchObject({ msg: expect.stringContaining("länger als üblich") })
    expect(holding.running()).toBe(1)
  })
})

/** Two remote hosts. */
const [HOST, OTHER_HOST] = ["198.51.100.7", "203.0.113.9"]

describe("senders of a byte now and then", () => {
  const sockets: Socket[] = []
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }))
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })

  /** Begins bodies that do not end, and counts the statuses of their answers. */
  const sendSlowly = (count: number, path: string, contentType: string, token = "") => {
    const statuses: number[] = []
    for (let n = 0; n < count; n += 1) {
      const socket = connect(Number(new URL(app.url).port), "127.0.0.1")
      sockets.push(socket)
      socket.on("error", () => {})
      socket.once("data", (chunk) => statuses.push(Number(chunk.toString("latin1").split(" ")[1])))
      const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ntoken: ${token}\r\nx-forwarded-for: ${HOST}\r\n`
      socket.write(`${head}content-length: 9999\r\ncontent-type: ${contentType}\r\n\r\n--b\r\n`)
    }
    return (status: number): number => statuses.filter((each) => each === status).length
  }
  const windowPasses = () => vi.advanceTimersByTime(SENDING_LIMITS.windowMs)

  it("of files leave the slots to other hosts, are refused, and the next that waited begin", async () => {
    const { atOnceOfOne, atOnceOfHost, waitingMaxOfOne } = RECEIVING_LIMITS
    const each = atOnceOfOne + waitingMaxOfOne + 1
    const multipart = "multipart/form-data; boundary=b"
    const greedy = tokens.slice(0, 3).map((token) => sendSlowly(each, "/api/upload/image", multipart, token))
    const answered = (status: number) => greedy.reduce((sum, of) => sum + of(status), 0)
    await expect.poll(() => answered(429)).toBe(greedy.length)
    const picture = await sharp({ create: { width: 2, height: 2, channels: 3, background: "#36c" } })
      .png()
      .toBuffer()
    const form = new FormData()
    form.append("file", new Blob([new Uint8Array(picture)]), "proof.png")
    const other = await fetch(`${app.url}/api/upload/image`, {
      method: "POST",
      headers: { token: tokens[3] ?? "", "x-forwarded-for": OTHER_HOST },
      body: form,
    })
    expect(other.status).toBe(200)
    for (let rounds = 1; rounds <= 2; rounds += 1) {
      windowPasses()
      await expect.poll(() => answered(408)).toBe(rounds * atOnceOfHost)
    }
  })

  it("of webhooks leave other hosts theirs, and are refused", async () => {
    const { atOnceOfOne, waitingMaxOfOne } = WEBHOOK_LIMITS
    const answered = sendSlowly(
      atOnceOfOne + waitingMaxOfOne + 1,
      "/api/pay/webhook/alipay",
      "application/json",
    )
    await expect.poll(() => answered(429)).toBe(1)
    const other = await fetch(`${app.url}/api/pay/webhook/alipay`, {
      method: "POST",
      headers: { "x-forwarded-for": OTHER_HOST },
      body: "{}",
    })
    expect(other.status).toBe(401)
    windowPasses()
    await expect.poll(() => answered(408)).toBe(atOnceOfOne)
  })

  it("of any other body are refused", async () => {
    const answered = sendSlowly(3, `/${endpoints.login.path}`, "application/json")
    await expect.poll(() => vi.getTimerCount()).toBe(3)
    windowPasses()
    await expect.poll(() => answered(408)).toBe(3)
  })
})

describe("the decoder of images", () => {
  it("gives members turns, so that one with many images delays another by one", async () => {
    const order: string[] = []
    const decode = (member: string) =>
      Effect.runPromise(Effect.exit(reencodeImage(new Uint8Array(16), member))).then(() => order.push(member))
    await Promise.all(["ada", "ada", "ada", "ada", "bob"].map(decode))
    expect(order.indexOf("bob")).toBeLessThanOrEqual(2)
  })
})

/** Who asks for a turn in a pool: the party, and what else has a share of its slots. */
type Asker = readonly [party: string, other?: string]
type Ask = (asker: Asker) => Effect.Effect<unknown, unknown>

/** Work in a pool that does not end. */
const inPool =
  (makePool: () => FairPool<unknown>) =>
  (begin: () => void): Ask => {
    const pool = makePool()
    return ([member, host]) => pool.run(member, Effect.andThen(Effect.sync(begin), Effect.never), host)
  }
const images = inPool(makeImagePool)
const messages = inPool(makePushPool)

const sockets = (begin: () => void): Ask => {
  const subscribers = makeSubscribers<{ readonly memberId: string; readonly host: string }>()
  return ([memberId, host = ""]) =>
    Effect.suspend(() => (subscribers.add({ memberId, host }) ? Effect.sync(begin) : Effect.fail("full")))
}

/** Comparisons of passwords that do not end. */
const comparisons = (begin: () => void): Ask => {
  const passwords = Effect.runSync(Effect.provide(Passwords, Passwords.layerWith(begin)))
  return ([network, account]) => passwords.matches("a password", null, network, account)
}

/** Sends calls that do not end, and counts those that begin and those that are refused. */
const openPool = (open: (begin: () => void) => Ask) => {
  const counts = { begun: 0, refused: 0 }
  const ask = open(() => {
    counts.begun += 1
  })
  const refuse = Effect.sync(() => {
    counts.refused += 1
  })
  const send = (asker: Asker) => void Effect.runFork(Effect.catch(ask(asker), () => refuse))
  return { counts, send }
}

/** The calls of those who ask for too much, and how many of them begin and are refused. */
const starved: readonly (readonly [
  what: string,
  open: (begin: () => void) => Ask,
  askers: readonly Asker[],
  begun: number,
  refused: number,
])[] = [
  [
    "sent images of one member",
    images,
    times(IMAGE_LIMITS.sentAtOnceToOne + IMAGE_LIMITS.waitingOfOne + 5, () => ["one"]),
    IMAGE_LIMITS.sentAtOnceToOne,
    5,
  ],
  [
    "sent images of a remote host",
    images,
    times(IMAGE_LIMITS.sentAtOnceToHost + 5, (n) => [`member ${n}`, HOST]),
    IMAGE_LIMITS.sentAtOnceToHost,
    0,
  ],
  [
    "messages to the devices of one member",
    messages,
    times(PUSH_LIMITS.atOnceOfOne + 5, () => ["one"]),
    PUSH_LIMITS.atOnceOfOne,
    0,
  ],
  [
    "messages to one push service",
    messages,
    times(PUSH_LIMITS.atOnceOfHost + 5, (n) => [`member ${n}`, HOST]),
    PUSH_LIMITS.atOnceOfHost,
    0,
  ],
  ["sockets of one member", sockets, times(SOCKETS_MAX.ofMember + 5, () => ["one"]), SOCKETS_MAX.ofMember, 5],
  [
    "sockets of a remote host",
    sockets,
    times(SOCKETS_MAX.ofHost + 5, (n) => [`member ${n}`, HOST]),
    SOCKETS_MAX.ofHost,
    5,
  ],
  [
    "compared passwords of one account",
    comparisons,
    times(HASHING_LIMITS.ofAccountMax + 5, (n) => [`network ${n}`, "ada"]),
    HASHING_LIMITS.atOnceOfAccount,
    5,
  ],
]

describe("who asks for too many", () => {
  it.each(starved)(
    "%s have their share, and leave the others theirs",
    async (_, open, askers, begun, refused) => {
      const { counts, send } = openPool(open)
      askers.forEach(send)
      await nextTurn()
      expect(counts).toEqual({ begun, refused })
      send(["another", "elsewhere"])
      await nextTurn()
      expect(counts.begun).toBe(begun + 1)
    },
  )

  it("sockets have a number of all", () => {
    const { counts, send } = openPool(sockets)
    times(SOCKETS_MAX.all + 5, (n): Asker => [`member ${n}`]).forEach(send)
    expect(counts).toEqual({ begun: SOCKETS_MAX.all, refused: 5 })
  })

  it("sent images have a number of all that begin and wait", () => {
    const { sentAtOnce, sentAtOnceToOne, waiting, waitingOfOne } = IMAGE_LIMITS
    const { counts, send } = openPool(images)
    const members = Math.ceil(waiting / waitingOfOne) + sentAtOnce
    const all = times(members * (sentAtOnceToOne + waitingOfOne), (n): Asker => [`member ${n % members}`])
    all.forEach(send)
    expect(counts).toEqual({ begun: sentAtOnce, refused: all.length - sentAtOnce - waiting })
  })
})

describe("a pool", () => {
  const refuse = () => "refused"
  const limits = { atOnce: 1, atOnceOfOne: 1, waitingMax: 300, waitingMaxOfOne: 100, refuse }
  /** Runs calls that take a second each, and records the order of their ends. */
  const queued = (work: (ask: (party: string) => Effect.Effect<void>) => Effect.Effect<unknown>) =>
    Effect.gen(function* () {
      const ended: Array<string> = []
      const pool = makeFairPool(limits)
      const ask = (party: string) =>
        pool
          .run(
            party,
            Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve))),
          )
          .pipe(
            Effect.match({
              onSuccess: () => void ended.push(party),
              onFailure: () => void ended.push(`${party} refused`),
            }),
          )
      yield* work(ask)
      return ended
    })

  it("lets parties take turns, so that one with many calls does not delay another", async () => {
    const ended = await Effect.runPromise(
      queued((ask) =>
        Effect.all([...Array.from({ length: 50 }, () => ask("many")), ask("one")], {
          concurrency: "unbounded",
        }),
      ),
    )
    expect(ended.indexOf("one")).toBeLessThan(4)
    expect(ended).toHaveLength(51)
  })

  it("admits one more party while 260 others fill it", async () => {
    const attackers = Array.from({ length: 260 }, (_, i) => [`party ${i}`, `party ${i}`]).flat()
    const ended = await Effect.runPromise(
      queued((ask) => Effect.all([...attackers.map(ask), ask("one")], { concurrency: "unbounded" })),
    )
    expect(ended).toContain("one")
    expect(ended.filter((each) => each.endsWith("refused")).length).toBeGreaterThan(0)
  })

  it("refuses a party that has too many calls waiting", async () => {
    const ended = await Effect.runPromise(
      queued((ask) =>
        Effect.all(
          Array.from({ length: 120 }, () => ask("many")),
          { concurrency: "unbounded" },
        ),
      ),
    )
    expect(ended.filter((each) => each === "many refused")).toHaveLength(19)
  })
})
