import { Cause, Effect, Exit, Predicate } from "effect"
import { type DatabaseAddress, databaseLayer } from "../db/database.ts"
import type { Db } from "../db/db.ts"

/** What a command without a server came to: a sentence for the operator, and whether it is done. */
export interface Ended {
  readonly isDone: boolean
  readonly text: string
}

/** Runs a command on a database that it opens for itself. */
export const runAlone = async (
  address: DatabaseAddress,
  work: Effect.Effect<string, unknown, Db>,
): Promise<Ended> => {
  const exit = await Effect.runPromiseExit(Effect.provide(work, databaseLayer(address)))
  if (Exit.isSuccess(exit)) return { isDone: true, text: exit.value }
  const failure = exit.cause.reasons.find((reason) => reason._tag === "Fail")
  const isSentence = failure !== undefined && Predicate.hasProperty(failure.error, "message")
  return { isDone: false, text: isSentence ? String(failure.error.message) : Cause.pretty(exit.cause) }
}
