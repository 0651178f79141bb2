/**
 * The hash chain of the tick journal, in one place for whoever writes it (server), checks it (app) or recomputes it (offline verifier).
 * Only text is built here; hashing is left to the host: `node:crypto` on the server, WebCrypto in the app.
 */
import type { Tick } from "./entities.ts"

/** `previous_hash` of a symbol's first tick. */
export const FIRST_PREVIOUS_HASH = "0".repeat(64)

/** What SHA-256 is taken of (UTF-8) to give a tick's `hash`, written in lower-case hex. Lines cannot be forged: no part may hold a line break. */
export const tickText = (tick: Pick<Tick, "symbol" | "seq" | "at_ms" | "price" | "previous_hash">): string =>
  `${tick.previous_hash}\n${tick.symbol}\n${tick.seq}\n${tick.at_ms}\n${tick.price}`
