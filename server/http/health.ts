import { Context, Effect } from "effect"
import { Db } from "../db/db.ts"
import type { HttpExchange } from "./api.ts"
import { sendJson } from "./json.ts"

/** A probe is answered within this time, whatever the database does. */
export const PROBE_DEADLINE_MS = 1_000

/**
 * Asks the database whether it answers in time. A statement that hangs is not asked again: probes
 * share the one that runs.
 */
export const makeDatabaseProbe = (services: Context.Context<Db>): (() => Promise<boolean>) => {
  const ask = Effect.match(Context.get(services, Db).query("select 1 as one"), {
    onSuccess: () => true,
    onFailure: () => false,
  })
  let running: Promise<boolean> | null = null
  return () => {
    running ??= Effect.runPromise(ask).finally(() => {
      running = null
    })
    const late = new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), PROBE_DEADLINE_MS).unref()
    })
    return Promise.race([running, late])
  }
}

/**
 * Answers `/livez` (the process runs), `/readyz` and `/healthz` (its database answers too). Resolves
 * true when the path is one of them.
 */
export const serveHealth = (isDatabaseUp: () => Promise<boolean>) => {
  const answer = (arrival: HttpExchange, isUp: boolean): Promise<void> =>
    sendJson(arrival.request, arrival.response, isUp ? 200 : 503, { status: isUp ? "ok" : "unavailable" })
  return async (arrival: HttpExchange): Promise<boolean> => {
    const { pathname } = arrival.url
    if (pathname === "/livez") await answer(arrival, true)
    else if (pathname === "/readyz" || pathname === "/healthz") await answer(arrival, await isDatabaseUp())
    else return false
    return true
  }
}
