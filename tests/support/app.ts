import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises"
import { Clock, Context, Effect, Layer, type Schema } from "effect"
import { startApp } from "../../server/app.ts"
import { readSettings } from "../../server/config.ts"
import { Db } from "../../server/db/db.ts"
import { OuterClocks } from "../../server/db/outer-clocks.ts"
import { marketSettingsOf } from "../../server/market/config.ts"
import type { DemoLogin } from "../../server/members/demo.ts"
import { toWire } from "../../src/contract/endpoint.ts"
import { type EndpointId, endpoints } from "../../src/contract/endpoints.ts"
import { type Unwrapped, unwrap } from "../../src/contract/envelope.ts"
import { makeVirtualTime } from "../simulation/virtual-time.ts"
import { memoryDatabase } from "./database.ts"

/** A request as it is sent. */
export type WireRequestOf<E extends EndpointId> = (typeof endpoints)[E]["request"]["Encoded"]

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
  /** The body, read as the endpoint's envelope. */
  readonly said: Unwrapped
}

export interface CallOptions {
  /** The User-Agent of the device that calls. */
  readonly device?: string
  readonly token?: string
  readonly lang?: string
}

/** A whole server in this process, reached over HTTP. Its time passes only in `advance`. */
export interface TestApp {
  readonly url: string
  readonly nowMs: () => number
  /** Lets so much time pass. After each waking the workers run until they wait again. */
  readonly advance: (ms: number) => Promise<void>
  /** Lets time pass in steps of 100 ms until this is so. Throws after a minute of the server's. */
  readonly advanceUntil: (isSo: () => boolean | Promise<boolean>) => Promise<void>
  readonly demo: DemoLogin
  /** Lets time pass, 100 ms in every 5 of real time, until this has ended. */
  readonly whileTimePasses: <A>(work: Promise<A>) => Promise<A>
  readonly dataDir: string
  readonly call: <E extends EndpointId>(
    id: E,
    request: WireRequestOf<E>,
    options?: CallOptions,
  ) => Promise<Answer>
  /** A new member's token and id. */
  readonly join: (
    username: string,
    password?: string,
  ) => Promise<{ token: string; ticket: string; id: string }>
  readonly stop: () => Promise<void>
}

export const goodPassword = "violet-harbour-59"

type Environment = Readonly<Record<string, string>>

/** Counts the calls that the database has not answered. */
const countCalls = (db: Db["Service"], change: (by: 1 | -1) => void): Db["Service"] => {
  const counted = <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.acquireUseRelease(
      Effect.sync(() => change(1)),
      () => call,
      () => Effect.sync(() => change(-1)),
    )
  return {
    engine: db.engine,
    sql: (sql, params) => counted(db.sql(sql, params)),
    execute: (sql, params) => counted(db.execute(sql, params)),
    script: (sql) => counted(db.script(sql)),
    transaction: (effect) => counted(db.transaction(effect)),
  }
}

/** Turns of the event loop without a call of the database, after which the workers wait. */
const IDLE_TURNS = 3

/**
 * The time and the database of a server. Time begins at the real one, which triggers write, and stands
 * still outside `advance`.
 */
const makeSurroundings = (memory: Layer.Layer<Db>) => {
  const time = makeVirtualTime(Date.now())
  const clock = time.clockWith({ ms: 0, driftPpm: 0 })
  let [pending, calls] = [0, 0]
  const countCall = (by: 1 | -1): void => {
    pending += by
    calls += 1
  }
  const settle = async (): Promise<void> => {
    for (let idle = 0; idle < IDLE_TURNS; ) {
      const before = calls
      await nextTurn()
      idle = pending === 0 && calls === before ? idle + 1 : 0
    }
  }
  const clocks = Context.make(Clock.Clock, clock).pipe(
    Context.add(OuterClocks, {
      databaseNow: Effect.sync(() => String(time.nowMs())),
      hostUptime: () => time.nowMs() / 1_000,
    }),
  )
  return {
    given: {
      time: Layer.succeedContext(clocks),
      database: Layer.provide(
        Layer.effect(
          Db,
          Effect.map(Db, (db) => countCalls(db, countCall)),
        ),
        memory,
      ),
    },
    nowMs: time.nowMs,
    advance: async (ms: number): Promise<void> => {
      const untilMs = time.nowMs() + ms
      await settle()
      while (time.nextWakeMs() <= untilMs) {
        time.advanceTo(time.nextWakeMs())
        await settle()
      }
      time.advanceTo(untilMs)
    },
  }
}

/** Calls an endpoint of any server. */
export const callServer = async <E extends EndpointId>(
  url: string,
  id: E,
  request: WireRequestOf<E>,
  options: CallOptions = {},
): Promise<Answer> => {
  const { method, path, envelope } = endpoints[id]
  const headers: Record<string, string> = { lang: options.lang ?? "en_US" }
  if (options.token !== undefined) headers.token = options.token
  if (options.device !== undefined) headers["user-agent"] = options.device
  const query =
    method === "GET" ? `?${new URLSearchParams(Object.entries(request).map(([k, v]) => [k, String(v)]))}` : ""
  if (method === "POST") headers["content-type"] = "application/json"
  const response = await fetch(`${url}/${path}${query}`, {
    method,
    headers,
    ...(method === "POST" ? { body: JSON.stringify(request) } : {}),
  })
  const body: unknown = await response.json()
  return { status: response.status, headers: response.headers, body, said: unwrap(envelope, body) }
}

/** The schemas of a request's fields, by their wire names. */
export const requestFields = (id: EndpointId): Readonly<Record<string, Schema.Constraint>> => {
  const { request } = endpoints[id]
  return toWire<Schema.Constraint>(endpoints[id], "to" in request ? request.to.fields : request.fields)
}

/** A field of the answer's data. Throws if the call was refused. */
export const fieldOf = (answer: Answer, name: string): unknown => {
  const { said } = answer
  if (said.kind !== "success" || typeof said.data !== "object" || said.data === null)
    throw new Error(`refused: ${JSON.stringify(answer.body)}`)
  return Reflect.get(said.data, name)
}

/** The reason of a refusal; null where the call succeeded. */
export const reasonOf = (answer: Answer): string | null => {
  if (answer.said.kind === "success") return null
  const { body } = answer
  const data: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "data") : null
  const reason: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "reason") : null
  return typeof reason === "string" ? reason : "?"
}

type Subject = WireRequestOf<"confirmationCreate">["subject"]

/** A challenge for this, proved by the password where it takes a proof. */
export const confirmBy = async (
  url: string,
  subject: Subject,
  options: CallOptions,
  password = goodPassword,
): Promise<string> => {
  const created = await callServer(url, "confirmationCreate", { subject }, options)
  const [id, proofs] = [String(fieldOf(created, "id")), fieldOf(created, "proofs")]
  if (Array.isArray(proofs) && proofs.includes("password"))
    await callServer(url, "confirmationProve", { id, proof: { kind: "password", password } }, options)
  return id
}

type Proof = WireRequestOf<"confirmationProve">["proof"]

/** A challenge for this with the answer to its proof. */
export const proveBy = async (url: string, subject: Subject, proof: Proof, options: CallOptions) => {
  const created = await callServer(url, "confirmationCreate", { subject }, options)
  const id = String(fieldOf(created, "id"))
  return { id, answer: await callServer(url, "confirmationProve", { id, proof }, options) }
}

/** Sends what is confirmed by a code. A wrong code is the answer. */
export const sendByCode = async (
  url: string,
  subject: Subject,
  factor_code: string,
  options: CallOptions,
  send: (confirmation: string) => Promise<Answer>,
): Promise<Answer> => {
  const { id, answer } = await proveBy(url, subject, { kind: "code", factor_code }, options)
  return reasonOf(answer) === null ? await send(id) : answer
}

/** Adds a bank card that is confirmed by the password. */
export const addCardBy = async (
  url: string,
  card: WireRequestOf<"bankCardAdd">,
  options: CallOptions,
  password = goodPassword,
): Promise<Answer> => {
  const confirmation = await confirmBy(url, { purpose: "bank-card", ...card }, options, password)
  return await callServer(url, "bankCardAdd", { ...card, confirmation }, options)
}

/** Adds a crypto address that is confirmed by the password. */
export const addAddressBy = async (
  url: string,
  address: WireRequestOf<"cryptoAddressAdd">,
  options: CallOptions,
): Promise<Answer> => {
  const confirmation = await confirmBy(url, { purpose: "crypto-address", ...address }, options)
  return await callServer(url, "cryptoAddressAdd", { ...address, confirmation }, options)
}

/** Asks for a withdrawal to a bank card, which costs nothing, and confirms it by the password. */
export const withdrawBy = async (
  url: string,
  request: WireRequestOf<"withdrawalCreate">,
  options: CallOptions,
  password = goodPassword,
): Promise<Answer> => {
  const { key: _, ...asked } = { ...request, fee: "0.00" }
  const confirmation = await confirmBy(url, { purpose: "withdrawal", ...asked }, options, password)
  return await callServer(url, "withdrawalCreate", { ...request, confirmation }, options)
}

/**
 * Starts a server with the demo profile on a new database in memory. One costs a third of a second of
 * CPU time, a member a tenth: a file has one server and each test its own members.
 */
export const openApp = async (env: Environment = {}, memory = memoryDatabase): Promise<TestApp> => {
  const dataDir = mkdtempSync(join(tmpdir(), "links-app-"))
  const environment = { PORT: "0", DATA_DIR: dataDir, ...env }
  const settings = readSettings(environment)
  const { given, nowMs, advance } = makeSurroundings(memory)
  const app = await startApp(settings, marketSettingsOf(environment, settings.dayMs), given)
  if (app.demo === null) throw new Error("these tests need the demo profile")
  // the first tick of each symbol
  await advance(0)
  const { url, demo } = app
  const call: TestApp["call"] = (id, request, options) => callServer(url, id, request, options)
  return {
    url,
    demo,
    nowMs,
    advance,
    advanceUntil: async (isSo) => {
      for (let steps = 0; !(await isSo()); steps += 1) {
        if (steps === 600) throw new Error(`After a minute this was not so: ${isSo}`)
        await advance(100)
      }
    },
    whileTimePasses: async (work) => {
      let isOver = false
      const end = () => {
        isOver = true
      }
      work.then(end, end)
      while (!isOver) {
        await pause(5)
        await advance(100)
      }
      return await work
    },
    dataDir,
    call,
    join: async (username, password = goodPassword) => {
      const answer = await call("register", { username, password, invitation_code: demo.invitationCode })
      const user = fieldOf(answer, "user")
      const id: unknown = typeof user === "object" && user !== null ? Reflect.get(user, "id") : ""
      return {
        token: String(fieldOf(answer, "token")),
        ticket: String(fieldOf(answer, "temporary_token")),
        id: String(id),
      }
    },
    stop: async () => {
      await app.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
