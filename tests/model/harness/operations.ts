/**
 * The event table that the machines for money operations share: possible facts per state, and the
 * situation key.
 */
import type { AnyMachineSnapshot } from "xstate"
import type { PathStep } from "../../../packages/paths/src/path-set.ts"
import { factsOf, resumed } from "../../support/money-events.ts"
import type { StepContext } from "./drive-path.ts"

export type Stream = "order" | "close" | "deposit" | "withdrawal"

/** The server's part in an operation: it accepts, refuses, or never receives it. */
const WORLDS = ["accepts", "refuses", "never"] as const
export type World = (typeof WORLDS)[number]

/**
 * An idempotency key that encodes the world of its operation, so that only facts of that world
 * follow.
 */
export const keyIn = (world: World, count: number): string =>
  `0000000${WORLDS.indexOf(world)}-0000-4000-8000-00000000000${count}`

export const worldOf = (key: string | null | undefined): World => WORLDS[Number(key?.[7] ?? 0)] ?? "accepts"

/** No path needs more attempts than this. */
const KEYS_MAX = 3

interface Keyed {
  readonly key: string | null
  readonly usedKeys: readonly string[]
}

/** The keys that a command may carry next. */
export const nextKeys = ({ usedKeys }: Keyed): readonly string[] =>
  usedKeys.length < KEYS_MAX ? WORLDS.map((world) => keyIn(world, usedKeys.length + 1)) : []

const possible: Readonly<Record<string, Readonly<Record<World, readonly string[]>>>> = {
  "pending.sending": {
    accepts: ["accepted", "unrecorded", "unanswered", "resumed"],
    refuses: ["refused", "unanswered"],
    never: ["unanswered", "voided", "tokenRejected", "resumed"],
  },
  "pending.checking": { accepts: ["accepted"], refuses: ["refused"], never: ["voided"] },
}

/** The facts that can follow in this state, in the world of the operation. */
export const factsIn = <S extends Stream>(stream: S, state: string, { key, usedKeys }: Keyed) => {
  const isFirst = usedKeys.length <= 1
  // After a failed write the journal restarts with its next event, so a kill here has no known outcome.
  const words = (possible[state]?.[worldOf(key)] ?? []).filter((word) => isFirst || word !== "resumed")
  const facts = [...factsOf(stream, key ?? ""), resumed]
  return facts.filter(({ type }) => words.includes(type.split(".")[1] ?? ""))
}

/** What distinguishes two situations of an operation besides the state. */
export const tellsOf = ({ context }: Pick<AnyMachineSnapshot, "context">) => [
  context.draft,
  context.intent !== null,
  context.key === null ? null : worldOf(context.key),
  Math.min(context.usedKeys.length, KEYS_MAX),
]

export const wordOf = ({ event }: PathStep): string => event.type.split(".")[1] ?? ""

/** True while the outcome of an operation is unknown. */
export const isInDoubt = (state: string): boolean => state.startsWith("pending")

/** The steps of an operation up to its known outcome. */
export const operationOf = (steps: readonly PathStep[]): readonly PathStep[] => {
  const last = steps.findIndex(({ state }) => !isInDoubt(state))
  return last < 0 ? steps : steps.slice(0, last + 1)
}

/** True if the step leaves an operation in doubt to the outbox. */
export const isDeferred = (step: PathStep): boolean => ["defer", "open"].includes(wordOf(step))

/** True if the state after the step lasts until the next input. */
export const stays = ({ step, rest: [next] }: StepContext): boolean =>
  !isInDoubt(step.state) || (next !== undefined && (wordOf(next) === "resumed" || isDeferred(next)))
