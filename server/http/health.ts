import { Context, Effect } from "effect"
import { Db } from "../db/db.ts"
import type { HttpExchange } from "./api.ts"
import { sendJson } from "./json.ts"

/** A probe is answered within this time, whatever the database does. */
export const PROBE_DEADLINE_MS = 1_000

/** Why the database is not ready. The log has the details, which are not for the public port. */
type NotReady = "database-unavailable" | "database-silent"

/**
 * Asks the database whether it answers in time: null if it does. A statement that hangs is not asked
 * again: probes share the one that runs.
 */
export const makeDatabaseProbe = (services: Context.Context<Db>): (() => Promise<NotReady | null>) => {
  const ask = Effect.match(Context.get(services, Db).query("select 1 as one"), {
    onSuccess: () => null,
    onFailure: (): NotReady => "database-unavailable",
  })
  let running: Promise<NotReady | null> | null = null
  return () => {
    running ??= Effect.runPromise(ask).finally(() => {
      running = null
    })
    const late = new Promise<NotReady>((resolve) => {
      setTimeout(() => resolve("database-silent"), PROBE_DEADLINE_MS).unref()
    })
    return Promise.race([running, late])
  }
}

/**
 * Answers `/livez` (the process runs), `/readyz` and `/healthz` (its database answers too). Resolves
 * true when the path is one of them.
 */
export const serveHealth = (probe: () => Promise<NotReady | null>) => {
  const answer = ({ request, response }: HttpExchange, reason: NotReady | null): Promise<void> =>
    reason === null
      ? sendJson(request, response, 200, { status: "ok" })
      : sendJson(request, response, 503, { status: "unavailable", reason })
  return async (arrival: HttpExchange): Promise<boolean> => {
    const { pathname } = arrival.url
    if (pathname === "/livez") await answer(arrival, null)
    else if (pathname === "/readyz" || pathname === "/healthz") await answer(arrival, await probe())
    else return false
    return true
  }
}
