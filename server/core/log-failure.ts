import { hash } from "node:crypto"
import { type Cause, Effect, Metric } from "effect"
import type { DbError } from "../db/db.ts"
import { metrics } from "./metrics.ts"

/** Alarms the operator of a write that the database stopped. The server goes on. */
const logInvariant = (what: string, message: string) =>
  Effect.andThen(
    Metric.update(metrics.stoppedWrites, 1),
    Effect.annotateLogs(Effect.logError(`${what}: a write was stopped: ${message}`), { alarm: "invariant" }),
  )

/**
 * Logs an error of a worker. An outage of the database is logged once, by `Db`, and read-only mode when
 * it begins, and not here. Calls that are refused as busy are counted.
 */
export const logFailure = (
  what: string,
  error: DbError | { readonly _tag: string; readonly message: string },
) => {
  if (error._tag === "DbInvariant") return logInvariant(what, error.message)
  const isLogged = ["DbUnavailable", "DbReadOnly", "DbBusy"].includes(error._tag)
  return isLogged ? Effect.void : Effect.logWarning(`${what}: ${error.message}`)
}

/** The member of a log line: the same for all its lines, and not the id. */
export const logNameOf = (memberId: string): string =>
  hash("sha256", `log\n${memberId}`, "base64url").slice(0, 12)

/** Logs what failed in a call: not a refusal, which is an answer. */
export const logCallFailure = (
  cause: Cause.Cause<{ readonly _tag: string; readonly message: string }>,
  where: string,
) =>
  Effect.suspend(() => {
    const failed = cause.reasons.find((reason) => reason._tag === "Fail")
    if (failed !== undefined && failed.error._tag !== "DbConstraint")
      return failed.error._tag === "Refusal" ? Effect.void : logFailure(where, failed.error)
    return Effect.logError(where, cause)
  })
