/** A server process in virtual time: the product's services and workers on the shared database. */
import { Cause, Clock, Context, Effect, Exit, type Fiber, Layer, Logger } from "effect"
import { Config, readSettings, type Settings } from "../../server/config.ts"
import { RandomBytes } from "../../server/core/ids.ts"
import { supervise } from "../../server/core/supervise.ts"
import { makeVault, VAULT_KEY_BYTES, Vault } from "../../server/core/vault.ts"
import { Db } from "../../server/db/db.ts"
import { engineNow, OuterClocks } from "../../server/db/outer-clocks.ts"
import type { MarketSettings } from "../../server/market/config.ts"
import { Market } from "../../server/market/market.ts"
import { runSettlement } from "../../server/settlement/worker.ts"
import type { Dice } from "../chaos/seeded-dice.ts"
import { processLayer } from "../support/trading.ts"
import type { Client, SimulatedDatabase } from "./database.ts"
import type { Trail } from "./trail.ts"
import type { Shift, VirtualTime } from "./virtual-time.ts"

/** What the handlers require. */
export type ProcessServices = Layer.Success<ReturnType<typeof processLayer>> | Db | Config | Vault

export interface ServerProcess {
  readonly name: string
  /** How far its own clock is set away. */
  readonly clock: Shift
  readonly isUp: () => boolean
  readonly start: () => void
  /** As kill -9: what it did not commit is gone, what it was asked is never answered. */
  readonly crash: () => void
  /** Hands the market over, as at SIGTERM. */
  readonly stop: () => void
  /** Everything that it asks of the database waits until then. */
  readonly stallUntil: (atMs: number) => void
  /** Runs a call. Null: the process was not up, or ended before it answered. */
  readonly call: <A, E>(
    work: Effect.Effect<A, E, ProcessServices>,
    answered: (exit: Exit.Exit<A, E> | null) => void,
  ) => void
}

/** What a process belongs to. */
export interface Surroundings {
  readonly time: VirtualTime
  readonly database: SimulatedDatabase
  readonly dice: Dice
  readonly trail: Trail
  readonly market: MarketSettings
  readonly startedAtMs: number
  /** A worker or a call failed in a way that no fault explains. */
  readonly defect: (what: string) => void
}

const vaultKey = new Uint8Array(VAULT_KEY_BYTES).fill(7)

/** Two ways of payment; their links are not needed. */
export const simulatedSettings: Settings = {
  ...readSettings({}),
  payment: { ...readSettings({}).payment, ways: [1, 2, 3] },
}

interface Incarnation {
  readonly client: Client
  services: Context.Context<ProcessServices> | null
  main: Fiber.Fiber<unknown, unknown> | null
  readonly calls: Set<Fiber.Fiber<unknown, unknown>>
}

/** Errors of the log are counted. One of a restarted worker is a defect. */
const loggerOf = (name: string, { trail, defect }: Surroundings) =>
  Logger.make(({ logLevel, message, cause }) => {
    if (logLevel === "Info" || logLevel === "Debug") return
    const text = String(Array.isArray(message) ? message[0] : message)
    trail.count(`log: ${text.replaceAll(/[\d]+|Contract \S+/g, "…").slice(0, 60)}`)
    if (/ failed and is restarted\.$/.test(text)) defect(`${name}: ${text} ${Cause.pretty(cause)}`)
  })

export const makeServerProcess = (
  name: string,
  driftPpm: number,
  surroundings: Surroundings,
): ServerProcess => {
  const { time, database, dice, trail, market, startedAtMs } = surroundings
  const clock: Shift = { ms: 0, driftPpm }
  let current: Incarnation | null = null

  const randomBytes = (count: number) => Uint8Array.from({ length: count }, () => dice.roll(256))
  const vault = makeVault(vaultKey, randomBytes)
  const referencesOf = (client: Client) =>
    Context.make(Db, database.connect(client)).pipe(
      Context.add(Config, Config.of(simulatedSettings)),
      Context.add(Vault, vault),
      Context.add(Clock.Clock, time.clockWith(clock)),
      Context.add(OuterClocks, {
        databaseNow: Effect.succeed(engineNow),
        hostUptime: () => (time.nowMs() - startedAtMs) / 1_000,
      }),
      Context.add(RandomBytes, randomBytes),
      Context.add(Logger.CurrentLoggers, new Set([loggerOf(name, surroundings)])),
    )

  const endFibers = ({ main, calls }: Incarnation) => {
    for (const fiber of calls) fiber.interruptUnsafe()
    main?.interruptUnsafe()
  }

  const start = () => {
    if (current !== null) return
    const incarnation: Incarnation = {
      client: { name, isDead: false, stalledUntilMs: 0, crash: () => crash(incarnation) },
      services: null,
      main: null,
      calls: new Set(),
    }
    current = incarnation
    const work = Effect.gen(function* () {
      incarnation.services = yield* Effect.context<ProcessServices>()
      trail.note(`${name} is up`)
      const { run } = yield* Market
      yield* Effect.all([supervise("market", run), supervise("settlement", runSettlement)], {
        concurrency: "unbounded",
      })
    }).pipe(
      Effect.provide(Layer.fresh(processLayer(market))),
      Effect.provide(referencesOf(incarnation.client)),
    )
    incarnation.main = Effect.runFork(work)
    incarnation.main.addObserver((exit) => {
      if (current === incarnation) current = null
      incarnation.client.isDead = true
      trail.note(`${name} has ended`)
      if (Exit.isFailure(exit) && exit.cause.reasons.some(({ _tag }) => _tag === "Die"))
        surroundings.defect(`${name} does not start: ${Cause.pretty(exit.cause)}`)
    })
  }

  const crash = (incarnation: Incarnation | null) => {
    if (incarnation === null || incarnation.client.isDead) return
    trail.note(`${name} crashes`)
    incarnation.client.isDead = true
    if (current === incarnation) current = null
    endFibers(incarnation)
  }

  return {
    name,
    clock,
    isUp: () => current?.services != null,
    start,
    crash: () => crash(current),
    stop: () => {
      if (current?.services == null || current.calls.size > 0) return
      trail.note(`${name} stops`)
      current.services = null
      endFibers(current)
    },
    stallUntil: (atMs) => {
      if (current !== null) current.client.stalledUntilMs = atMs
    },
    call: (work, answered) => {
      const incarnation = current
      if (incarnation?.services == null) return answered(null)
      const fiber = Effect.runForkWith(incarnation.services)(work)
      incarnation.calls.add(fiber)
      fiber.addObserver((exit) => {
        incarnation.calls.delete(fiber)
        answered(incarnation.client.isDead ? null : exit)
      })
    },
  }
}
