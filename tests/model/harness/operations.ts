/**
 * The event table that the tickets share: what becomes of an operation, and the situation key.
 */
import type { PathStep } from "@financial-links/paths"
import type { AnyMachineSnapshot } from "xstate"
import { outcomesOf } from "../../support/money-events.ts"
import type { StepContext } from "./drive-path.ts"

export type Stream = "order" | "close" | "deposit" | "withdrawal"

/**
 * What becomes of an operation in each world. `lost`: the server acts, and its answer is lost.
 * `never`: the request never reaches it. `killed`: the tab dies while it waits.
 */
const OUTCOMES = {
  lost: "accepted",
  refuses: "refused",
  never: "notPlaced",
  unrecorded: "notRecorded",
  killed: "accepted",
  accepts: "accepted",
} as const
export type World = keyof typeof OUTCOMES
const isWorld = (word: string): word is World => word in OUTCOMES
const WORLDS = Object.keys(OUTCOMES).filter(isWorld)

/** An idempotency key that encodes the world of its operation, so that only its outcome follows. */
export const keyIn = (world: World, count: number): string =>
  `0000000${WORLDS.indexOf(world)}-0000-4000-8000-00000000000${count}`

export const worldOf = (key: unknown): World => WORLDS[Number(String(key)[7])] ?? "accepts"

/** No path needs more attempts than this. */
const KEYS_MAX = 3

interface Started {
  readonly key: string | null
  readonly usedKeys: readonly string[]
  readonly outcome: { readonly type: string } | null
}

/**
 * The keys that a command may carry next. After a failed write the journal restarts with its next
 * event, so only a first tab is killed.
 */
export const nextKeys = ({ usedKeys: { length } }: Started): readonly string[] =>
  length < KEYS_MAX
    ? WORLDS.filter((world) => length === 0 || world !== "killed").map((world) => keyIn(world, length + 1))
    : []

/** True while the outcome of a confirmed ticket is unknown. */
export const isWaiting = (state: string, { outcome }: Started): boolean =>
  state === "confirmed" && outcome === null

/** True where the member can see that it is in doubt, for as long as a path wants. */
export const isInDoubt = (state: string, context: Started): boolean =>
  isWaiting(state, context) && worldOf(context.key) === "lost"

/** True if the ticket shows that its operation did not happen. */
export const isUnsent = (state: string, { outcome }: Started): boolean =>
  state === "confirmed" && (outcome?.type === "notPlaced" || outcome?.type === "notRecorded")

/** The outcome that follows in this state, in the world of the operation. */
export const outcomeIn = <S extends Stream>(stream: S, state: string, context: Started) =>
  isWaiting(state, context) ? [outcomesOf(stream, context.key ?? "")[OUTCOMES[worldOf(context.key)]]] : []

/** What distinguishes two situations of an operation besides the state. */
export const tellsOf = ({ context }: Pick<AnyMachineSnapshot, "context">) => [
  context.draft,
  context.intent !== null,
  context.key === null ? null : worldOf(context.key),
  Math.min(context.usedKeys.length, KEYS_MAX),
  context.outcome?.type,
]

export const wordOf = ({ event }: PathStep): string => event.type.split(".")[1] ?? ""

/** True if the step leaves an operation in doubt to the outbox. */
export const isDeferred = (step: PathStep | undefined): boolean =>
  step !== undefined && ["again", "back", "open"].includes(wordOf(step))

/** What a confirmed ticket shows after the step; null if that does not last until the next input. */
export const answerAfter = ({ step, rest: [next] }: StepContext): string | null => {
  const outcome: unknown = Reflect.get(step.event, "outcome")
  if (typeof outcome === "object" && outcome !== null) return String(Reflect.get(outcome, "type"))
  return isDeferred(next) ? "checking" : null
}

const CASH_ANSWERS = {
  checking: "unknown",
  accepted: "accepted",
  notPlaced: "not-placed",
  notRecorded: "not-recorded",
} as const

/** The same of a deposit or a withdrawal, in the words of its texts. */
export const cashAnswer = (context: StepContext) => {
  const answer = answerAfter(context)
  const words: Readonly<Record<string, (typeof CASH_ANSWERS)[keyof typeof CASH_ANSWERS]>> = CASH_ANSWERS
  return answer === null ? null : (words[answer] ?? null)
}
