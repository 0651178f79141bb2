import { Context, Effect } from "effect"
import { readReadOnly } from "../core/read-only.ts"
import { Db } from "../db/db.ts"
import type { HttpExchange } from "./api.ts"
import { sendJson } from "./json.ts"

/** A probe is answered within this time, even if the database does not answer. */
export const PROBE_DEADLINE_MS = 1_000

/** Why the database is not ready. The log has the details, which are not for the public port. */
type NotReady = "database-unavailable" | "database-silent"

interface Readiness {
  /** Null: the database answers in time. */
  readonly notReady: NotReady | null
  /** A difference in the books stops writes; reads and log-ins go on. */
  readonly isReadOnly: boolean
}

type Probe = () => Promise<Readiness>

/**
 * Asks the database whether it answers in time. A statement that hangs is not asked again: probes
 * share the one that runs.
 */
export const makeDatabaseProbe = (services: Context.Context<Db>): Probe => {
  const ask = Effect.match(Effect.provideService(readReadOnly(), Db, Context.get(services, Db)), {
    onSuccess: (readOnly): Readiness => ({ notReady: null, isReadOnly: readOnly !== null }),
    onFailure: (): Readiness => ({ notReady: "database-unavailable", isReadOnly: false }),
  })
  let running: Promise<Readiness> | null = null
  return () => {
    running ??= Effect.runPromise(ask).finally(() => {
      running = null
    })
    const late = new Promise<Readiness>((resolve) => {
      const silent: Readiness = { notReady: "database-silent", isReadOnly: false }
      setTimeout(() => resolve(silent), PROBE_DEADLINE_MS).unref()
    })
    return Promise.race([running, late])
  }
}

const alive: Readiness = { notReady: null, isReadOnly: false }

/**
 * Answers `/livez` (the process runs), `/readyz` and `/healthz` (its database answers too). A read-only
 * site is ready: a proxy should not take it away. Resolves true when the path is one of them.
 */
export const serveHealth = (probe: Probe) => {
  const later = { "retry-after": String(PROBE_DEADLINE_MS / 1_000) }
  const answer = ({ request, response }: HttpExchange, { notReady, isReadOnly }: Readiness): Promise<void> =>
    notReady === null
      ? sendJson(request, response, 200, { status: isReadOnly ? "read-only" : "ok" })
      : sendJson(request, response, 503, { status: "unavailable", reason: notReady }, later)
  return async (arrival: HttpExchange): Promise<boolean> => {
    const { pathname } = arrival.url
    if (pathname === "/livez") await answer(arrival, alive)
    else if (pathname === "/readyz" || pathname === "/healthz") await answer(arrival, await probe())
    else return false
    return true
  }
}
