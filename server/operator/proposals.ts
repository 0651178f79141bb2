/** Four eyes: above the configured amount a second person has to give the same command. */
import { Clock, Effect } from "effect"
import { amountOf, type Kobo } from "../../src/domain/money.ts"
import { Config } from "../config.ts"
import { CurrentCommand, recordDecision } from "../core/decision.ts"
import { newId } from "../core/ids.ts"
import { type Db, execute, sql, transaction } from "../db/db.ts"
import { isoTime, type OperatorCommand, refuse, type Values } from "./command.ts"
import type { Operator } from "./people.ts"

/** A second person has this long. */
const proposalLastsMs = 24 * 3_600_000

interface Wanted {
  readonly name: string
  readonly values: Values
  readonly wordsHash: string
  readonly key: string
  readonly why: string
  /** What the command moves. Null: nothing, or it will be refused. */
  readonly amount: Kobo | null
}

interface ProposalRow {
  readonly id: string
  readonly who: string
}

const waitingSql = `select p.id, p.who, p.words, p.why, p.at_ms, p.expires_at_ms from operator_proposals p
  where p.expires_at_ms > $1 and not exists (select 1 from operator_events e where e.proposal = p.id)`

/**
 * Null: the command may run by one person. A proposal of another person: it may run and carries the
 * proposal out. A sentence: it was proposed and has not run.
 */
export const findSecondPerson = Effect.fn("findSecondPerson")(function* (wanted: Wanted, operator: Operator) {
  const { fourEyesAbove } = yield* Config
  if (fourEyesAbove === null || wanted.amount === null || wanted.amount <= fourEyesAbove) return null
  const limit = amountOf(fourEyesAbove)
  if (!operator.isPerson)
    return yield* refuse(`Above ${limit} a second person has to agree: add people first (people add).`)
  const nowMs = yield* Clock.currentTimeMillis
  const rows = yield* sql<ProposalRow>(`${waitingSql} and p.words_hash = $2 order by p.at_ms, p.id`, [
    nowMs,
    wanted.wordsHash,
  ])
  const other = rows.find(({ who }) => who !== operator.name)
  if (other !== undefined) return { id: other.id, who: other.who }
  if (rows.length === 0) yield* propose(wanted, operator, nowMs)
  return `Above ${limit} a second person has to agree: nothing was done yet. Another operator gives the same command within 24 hours.`
})

const propose = Effect.fnUntraced(function* (wanted: Wanted, { name: who }: Operator, nowMs: number) {
  const { key, wordsHash, why } = wanted
  const id = yield* newId
  const words = [wanted.name, ...Object.entries(wanted.values).map(([name, value]) => `--${name} ${value}`)]
  const work = Effect.gen(function* () {
    yield* execute(
      `insert into operator_proposals (id, words_hash, words, who, why, at_ms, expires_at_ms)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, wordsHash, words.join(" "), who, why, nowMs, nowMs + proposalLastsMs],
    )
    yield* recordDecision({ command: "propose", subject: id, who, why, detail: { words: words.join(" ") } })
  })
  yield* transaction(Effect.provideService(work, CurrentCommand, { key, wordsHash, proposal: null }))
})

interface WaitingRow extends ProposalRow {
  readonly words: string
  readonly why: string
  readonly at_ms: bigint
  readonly expires_at_ms: bigint
}

const listProposals = Effect.fn("listProposals")(function* () {
  const nowMs = yield* Clock.currentTimeMillis
  const rows = yield* sql<WaitingRow>(`${waitingSql} order by p.at_ms, p.id limit 100`, [nowMs])
  return rows.map(({ words, who, why, at_ms, expires_at_ms }) => ({
    ...{ command: words, who, why, at: isoTime(at_ms), until: isoTime(expires_at_ms) },
  }))
})

/** Commands about what waits for a second person. */
export const proposalCommands: ReadonlyArray<OperatorCommand<Db>> = [
  {
    name: "proposals list",
    summary: "Commands that wait until a second person gives them too.",
    run: listProposals,
  },
]
