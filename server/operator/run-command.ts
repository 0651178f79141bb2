/** Runs an operator's command once for its key, and with a second person where one is needed. */
import { createHash } from "node:crypto"
import { Effect } from "effect"
import type { Config } from "../config.ts"
import { CurrentCommand } from "../core/decision.ts"
import { type Db, DbConstraint, sql } from "../db/db.ts"
import {
  type CommandOutput,
  type Failure,
  isoTime,
  type ParsedCommand,
  refuse,
  type Values,
} from "./command.ts"
import type { Operator } from "./people.ts"
import { findSecondPerson } from "./proposals.ts"

const hashOf = (name: string, values: Values): string =>
  createHash("sha256")
    .update(JSON.stringify([name, Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))]))
    .digest("base64url")

/** The output of a command whose key has decided before. */
const findEarlier = Effect.fnUntraced(function* (key: string, wordsHash: string) {
  const rows = yield* sql<{ who: string; at_ms: bigint; words_hash: string }>(
    "select who, at_ms, words_hash from operator_events where key = $1",
    [key],
  )
  const [row] = rows
  if (row === undefined) return null
  if (row.words_hash !== wordsHash) return yield* refuse(`The key was used for another command: ${key}`)
  return `Done already by ${row.who} at ${isoTime(row.at_ms)}; nothing was done again.`
})

const isTaken = (error: unknown, index: string): boolean =>
  error instanceof DbConstraint && error.constraint === index

/**
 * Runs a parsed command. One that decides something is done at most once for its key: a repeated one
 * says when that was. Its output, which may be a secret, is not stored.
 */
export const runCommand = Effect.fn("runCommand")(function* <R>(
  { command, values, why }: ParsedCommand<R>,
  operator: Operator,
  key: string,
): Effect.fn.Return<CommandOutput, Failure, R | Db | Config> {
  const decider = { who: operator.name, why }
  if (!command.needsWhy) return yield* command.run(values, decider)
  const wordsHash = hashOf(command.name, values)
  const earlier = yield* findEarlier(key, wordsHash)
  if (earlier !== null) return earlier
  const amount = command.amount === undefined ? null : yield* command.amount(values)
  const wanted = { name: command.name, values, wordsHash, key, why, amount }
  const proposal = yield* findSecondPerson(wanted, operator)
  if (typeof proposal === "string") return proposal
  const work = Effect.provideService(command.run(values, decider), CurrentCommand, {
    ...{ key, wordsHash, proposal },
  })
  return yield* Effect.catchIf(
    work,
    (error) => isTaken(error, "operator_events_key") || isTaken(error, "operator_events_proposal"),
    () =>
      Effect.flatMap(findEarlier(key, wordsHash), (done) =>
        done === null
          ? Effect.fail(refuse("Another person has just carried the proposal out."))
          : Effect.succeed(done),
      ),
  )
})
