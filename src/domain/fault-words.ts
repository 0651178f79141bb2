/** Faults as they are typed on a command line: "drop after silence", "error order.slippage". */
import { Schema } from "effect"
import { Fault } from "./faults.ts"

/** How each kind is typed, for whoever asks. */
export const FAULT_USAGE = [
  "delay MS [JITTER_MS] [after]",
  "drop before|after [silence]",
  "duplicate",
  "reorder [WAIT_MS]",
  "error REASON [after]",
  "status 400…599 [after]",
  "malformed",
  "misshapen",
] as const

const REORDER_WAIT_MS = 1_000

const numberOf = (word: string | undefined, otherwise: number): number =>
  word !== undefined && /^\d+$/.test(word) ? Number(word) : otherwise

const partsOf = (kind: string, words: readonly string[]): object => {
  const when = words.includes("after") ? "after" : "before"
  const numbers = words.filter((word) => /^\d+$/.test(word))
  switch (kind) {
    case "delay":
      return { when, ms: numberOf(numbers[0], -1), jitterMs: numberOf(numbers[1], 0) }
    case "drop":
      return { when, how: words.includes("silence") ? "silence" : "cut" }
    case "reorder":
      return { waitMs: numberOf(numbers[0], REORDER_WAIT_MS) }
    case "error":
      return { when, reason: words.find((word) => word.includes(".")) }
    case "status":
      return { when, status: numberOf(numbers[0], -1) }
    default:
      return {}
  }
}

const decode = Schema.decodeUnknownOption(Fault)

/** Reads a fault as it is typed; null where it is none. */
export const readFault = (typed: string): Fault | null => {
  const [kind = "", ...words] = typed.trim().split(/\s+/)
  const read = decode({ kind, ...partsOf(kind, words) })
  return read._tag === "Some" ? read.value : null
}
