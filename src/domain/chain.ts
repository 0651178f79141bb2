/**
 * The hash chain of the tick journal, shared by the server that writes it and the app and offline
 * verifier that check it. Hashing itself is left to the platform (`node:crypto`, WebCrypto).
 */
import type { Tick } from "./entities.ts"

/** The `previousHash` of a symbol's first tick. */
export const FIRST_PREVIOUS_HASH = "0".repeat(64)

/**
 * The UTF-8 text whose SHA-256 (lower-case hex) is a tick's `hash`. No part may contain a line
 * break, so that lines cannot be forged.
 */
export const tickText = (tick: Pick<Tick, "symbol" | "seq" | "atMs" | "price" | "previousHash">): string =>
  `${tick.previousHash}\n${tick.symbol}\n${tick.seq}\n${tick.atMs}\n${tick.price}`
