/**
 * Simulates members, network, processes, clocks and the database's faults in virtual time, all
 * driven by one seed, against the product's own handlers, workers and SQL. Two runs of one seed do
 * the same, step by step.
 */
import { Clock, Context, Effect } from "effect"
import { Config } from "../../server/config.ts"
import { seedSite } from "../../server/content/seed/seed.ts"
import { MarketLabel } from "../../server/content/site.ts"
import type { Call } from "../../server/core/handler.ts"
import { RandomBytes } from "../../server/core/ids.ts"
import { CHANGE, openAccounts, post } from "../../server/core/ledger.ts"
import { makeVault, VAULT_KEY_BYTES, Vault } from "../../server/core/vault.ts"
import { Db, execute, sql } from "../../server/db/db.ts"
import { demoMarket, type MarketSettings } from "../../server/market/config.ts"
import { type Dice, makeDice } from "../chaos/seeded-dice.ts"
import { addBankCard } from "../support/confirmed.ts"
import { findMemberProblems, makeFullCheck } from "./checks.ts"
import type { SimulatedMember } from "./commands.ts"
import { openSimulatedDatabase, type SimulatedDatabase } from "./database.ts"
import { startFaults } from "./faults.ts"
import { startOperator, startProviders, startReviews } from "./operators.ts"
import { makeServerProcess, simulatedSettings } from "./process.ts"
import { type Requests, startMembers } from "./requests.ts"
import { makeTrail, type Trail } from "./trail.ts"
import { makeVirtualTime, type VirtualTime } from "./virtual-time.ts"
import { makeAgenda, type World } from "./world.ts"

const STARTED_AT_MS = 1_800_000_000_000
const hourMs = 3_600_000
const minuteMs = 60_000
/** Everything is checked this often; the members that a step concerns after each step. */
const FULL_CHECK_EVERY_MS = hourMs
/** Once the faults are over, every command must be resolved within this time. */
const HEALED_WITHIN_MS = 12 * hourMs
/** What is due then must have ended after this time. */
const SETTLED_WITHIN_MS = 30 * minuteMs

export interface SimulationOptions {
  readonly seed: number
  readonly hours: number
  readonly members: number
  /** SQL that plants a defect in the database before the run. */
  readonly planted?: string
  /** Receives every line of the trail. */
  readonly print?: (line: string) => void
}

export interface SimulationReport {
  /** Null where every promise held. */
  readonly problem: string | null
  /** SHA-256 of everything that happened and of the final books. */
  readonly digest: string
  readonly memberHours: number
  readonly steps: number
  readonly statements: number
  readonly commands: number
  /** Contracts whose end was recomputed from the journal. */
  readonly recomputed: number
  readonly counts: ReadonlyMap<string, number>
  readonly latest: ReadonlyArray<string>
}

/** A market day lasts an hour, and a tick a minute: contracts of several days end within a run. */
const marketOf = (seed: number): MarketSettings => ({
  ...demoMarket,
  seed: `simulation ${seed}`,
  tape: "first",
  dayMs: hourMs,
  tickMs: minuteMs,
  frameMs: minuteMs,
  quoteStaleMs: 3 * minuteMs,
  orderOpenTimeoutMs: 10 * minuteMs,
  checkpointMs: 5 * minuteMs,
  packAfterMs: 0,
})

const label = MarketLabel.of({
  simulated: true,
  source: "a simulation",
  licence: "none",
  priceUnits: {},
  dayMs: hourMs,
  frameMs: minuteMs,
})

/** Little enough that members often ask for more than they have. */
const OPENING_KOBO = 60_000_00n

const joinMember = Effect.fnUntraced(function* (number: number) {
  const id = `m${number}`
  const call: Call = { memberId: id, tokenHash: "", address: "", locale: "en" }
  yield* execute(
    `insert into members (id, username, username_key, password_hash, invitation_code, registered_at_ms, password_changed_at_ms)
     values ($1, $1, $1, '-', $1, 0, 0)`,
    [id],
  )
  yield* openAccounts(id)
  yield* post({
    ...{ transactionId: `opening-${id}`, memberId: id, available: OPENING_KOBO, code: CHANGE.systemIncrease },
    ...{ reason: "opening", reference: id, atMs: STARTED_AT_MS },
  })
  yield* execute(
    `insert into uploads (id, member_id, media_type, bytes, width, height, created_at_ms)
     values ($1, $2, 'image/webp', $3, 1, 1, 0)`,
    [`proof-${id}`, id, new Uint8Array([1])],
  )
  const card = { bankName: "Zenith Bank", cardNumber: "4242424242424242", username: "Ada Obi" }
  const { id: cardId } = yield* addBankCard(card, call)
  const member: SimulatedMember = { call, cardId, proofId: `proof-${id}`, contracts: [], withdrawals: [] }
  return member
})

/** The site and its members, made before anything fails. */
const populate = (database: SimulatedDatabase, time: VirtualTime, dice: Dice, count: number) => {
  const randomBytes = (bytes: number) => Uint8Array.from({ length: bytes }, () => dice.roll(256))
  return Effect.runPromise(
    Effect.orDie(
      Effect.andThen(
        seedSite(),
        Effect.forEach(
          Array.from({ length: count }, (_, i) => i + 1),
          joinMember,
        ),
      ),
    ).pipe(
      Effect.provide(
        Context.make(Db, database.direct).pipe(
          Context.add(Config, Config.of(simulatedSettings)),
          Context.add(MarketLabel, label),
          Context.add(Vault, makeVault(new Uint8Array(VAULT_KEY_BYTES).fill(7), randomBytes)),
          Context.add(Clock.Clock, time.clockWith({ ms: 0, driftPpm: 0 })),
          Context.add(RandomBytes, randomBytes),
        ),
      ),
    ),
  )
}

/** What was acknowledged and is not there, and commands without an outcome (C3, C8). */
const findLost = Effect.fnUntraced(function* ({ sent }: Requests) {
  const rows = yield* sql<{ id: string }>(
    "select id from orders union all select id from deposits union all select id from withdrawals",
  )
  const known = new Set(rows.map(({ id }) => id))
  return sent().flatMap(({ command, history, isResolved }) => {
    const answer = history.decided()
    if (answer?.kind === "done" && !known.has(answer.id))
      return [`${answer.id} was acknowledged and is gone (C3)`]
    return isResolved ? [] : [`${command.operation} ${command.key} has no outcome (C8)`]
  })
})

const readLastTick = Effect.gen(function* () {
  const rows = yield* sql<{ at_ms: bigint | null }>(
    "select max(at_ms) as at_ms from ticks where symbol = 'AAPL'",
  )
  return Number(rows[0]?.at_ms ?? 0n)
})

/** Contracts that could not be settled or should have ended, and cancelled withdrawals that went on. */
const unsettledSql = `
  select 'contract ' || order_id || ' cannot be settled: ' || reason as what from settlement_holds
  union all select 'contract ' || id || ' is overdue' from orders
  where (state = 'opened' and expires_at_ms < $1) or (state = 'accepted' and accepted_at_ms < $1)
  union all select 'withdrawal ' || subject || ' was cancelled, and ' || max(to_state) from member_events
  where kind = 'withdrawal' and to_state <> 'pending' group by subject
  having count(*) > 1 and bool_or(to_state = 'cancelled') order by 1`

const findUnsettled = Effect.fnUntraced(function* (untilMs: number) {
  const rows = yield* sql<{ what: string }>(unsettledSql, [untilMs])
  return rows.map(({ what }) => what)
})

/** The final books, in an order of their own. */
const booksSql = [
  "select * from postings order by transaction_id, line",
  "select * from member_events order by member_id, number",
  "select id, state, credited, entry_seq, exit_seq, closed_at_ms from orders order by id",
  "select member_id, operation, key, outcome from operations order by member_id, operation, key",
  "select symbol, seq, at_ms, price_units, encode(hash, 'hex') as hash from ticks order by symbol, seq",
] as const

const noteBooks = Effect.fnUntraced(function* (trail: Trail) {
  for (const text of booksSql)
    for (const row of yield* sql(text))
      trail.digestOnly(
        JSON.stringify(row, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
      )
})

/** Runs one simulation. Ends at the first broken promise. */
export const simulate = async (options: SimulationOptions): Promise<SimulationReport> => {
  const { seed, hours, members: count, planted, print } = options
  const time = makeVirtualTime(STARTED_AT_MS)
  const dice = makeDice(seed)
  const trail = makeTrail(time.nowMs, STARTED_AT_MS, print)
  const database = await openSimulatedDatabase(time, makeDice(seed + 1), trail)
  const members = await populate(database, time, dice, count)
  if (planted !== undefined) await Effect.runPromise(Effect.orDie(database.direct.script(planted)))
  const agenda = makeAgenda(time)
  const touched = new Set<string>()
  let problem: string | null = null
  let isHealing = false
  let lastTickMs = 0
  const fail = (what: string) => {
    problem ??= what
  }
  const market = marketOf(seed)
  const surroundings = { time, database, dice, trail, market, startedAtMs: STARTED_AT_MS, defect: fail }
  const processes = [
    makeServerProcess("A", 150, surroundings),
    makeServerProcess("B", -150, surroundings),
  ] as const
  const world: World = {
    ...{ time, database, dice, trail, members, processes, after: agenda.after, problem: fail },
    touch: (memberId) => touched.add(memberId),
    isHealing: () => isHealing,
    lastTickMs: () => lastTickMs,
  }
  const readBooks = <A, E>(effect: Effect.Effect<A, E, Db>) =>
    Effect.runPromise(Effect.orDie(Effect.provideService(effect, Db, database.direct)))
  const full = makeFullCheck()

  for (const process of processes) process.start()
  const faults = startFaults(world)
  const requests = startMembers(world, { paymentStarted: startProviders(world) })
  startReviews(world)
  startOperator(world)

  let steps = 0
  let checkedAtMs = time.nowMs()
  const step = async () => {
    time.advanceTo(Math.max(time.nowMs(), Math.min(agenda.nextMs(), time.nextWakeMs())))
    for (const { event } of agenda.takeDue()) event()
    database.resume()
    await database.settled()
    steps += 1
    lastTickMs = await readBooks(readLastTick)
    const concerned = [...touched]
    touched.clear()
    if (concerned.length > 0) for (const found of await readBooks(findMemberProblems(concerned))) fail(found)
    if (time.nowMs() - checkedAtMs < FULL_CHECK_EVERY_MS) return
    checkedAtMs = time.nowMs()
    for (const found of await readBooks(full.check)) fail(found)
  }

  const endsAtMs = STARTED_AT_MS + hours * hourMs
  while (problem === null && time.nowMs() < endsAtMs) await step()
  isHealing = true
  faults.heal()
  const healedByMs = time.nowMs() + HEALED_WITHIN_MS
  while (problem === null && requests.inDoubt() > 0 && time.nowMs() < healedByMs) await step()
  const dueMs = time.nowMs()
  while (problem === null && time.nowMs() < dueMs + SETTLED_WITHIN_MS) await step()
  const atEnd = Effect.gen(function* () {
    return [...(yield* full.check), ...(yield* findLost(requests)), ...(yield* findUnsettled(dueMs))]
  })
  if (problem === null) for (const found of await readBooks(atEnd)) fail(found)
  if (problem === null) await readBooks(noteBooks(trail))
  for (const process of processes) process.crash()
  await database.settled()
  await database.close()
  return {
    problem,
    digest: trail.digest(),
    memberHours: Math.round(((time.nowMs() - STARTED_AT_MS) / hourMs) * count),
    steps,
    statements: database.statements(),
    commands: requests.sent().length,
    recomputed: full.recomputed(),
    counts: trail.counts(),
    latest: trail.latest(),
  }
}
