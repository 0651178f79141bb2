import { createHash } from "node:crypto"

/** What the visitor of the payment page decided; `expire`: they opened a link that had expired. */
export type Choice = "pay" | "cancel" | "expire"

/** One webhook to send. */
export interface Delivery {
  /** After the visitor's choice. */
  readonly delayMs: number
  readonly eventId: string
  readonly result: "success" | "fail"
  readonly failure?: "cancelled" | "declined" | "expired"
  /** Signed with a key that the receiver does not know. */
  readonly isForged: boolean
}

export interface Decided {
  readonly payment: string
  /** Decimal, such as "1000.17". */
  readonly amount: string
  readonly choice: Choice
  readonly seed: string
  /** Delay of a late webhook. */
  readonly lateMs: number
}

const failures = { cancel: "cancelled", expire: "expired" } as const

/** Amounts with these kobo have a fixed outcome, so that it can be tried. */
const DECLINED = ".13"
const LATE = ".17"

const outcomeOf = ({ choice, amount }: Decided) => {
  if (choice !== "pay") return { result: "fail", failure: failures[choice] } as const
  return amount.endsWith(DECLINED)
    ? ({ result: "fail", failure: "declined" } as const)
    : ({ result: "success" } as const)
}

/** Every third payment each, by the seed. */
const FAULT_BELOW = 256 / 3

/**
 * The webhooks of one payment, in order. By the seed some payments have a forged one before, the
 * same one again after, and an outdated failure after their success: receivers must bear all three.
 */
export const deliveriesOf = (decided: Decided): readonly Delivery[] => {
  const { payment, choice, amount, seed, lateMs } = decided
  const dice = createHash("sha256").update(`${seed}\n${payment}`).digest()
  const hits = (die: number): boolean => (dice[die] ?? 255) < FAULT_BELOW
  const outcome = outcomeOf(decided)
  const startMs = choice === "pay" && amount.endsWith(LATE) ? lateMs : 0
  const genuine = { ...outcome, eventId: `${payment}-${choice}`, isForged: false }
  const forged = { result: "success", eventId: `${payment}-forged`, isForged: true } as const
  const outdated = {
    result: "fail",
    failure: "declined",
    eventId: `${payment}-first`,
    isForged: false,
  } as const
  return [
    ...(hits(0) ? [{ ...forged, delayMs: startMs }] : []),
    { ...genuine, delayMs: startMs },
    ...(hits(1) ? [{ ...genuine, delayMs: startMs }] : []),
    ...(hits(2) && outcome.result === "success" ? [{ ...outdated, delayMs: startMs }] : []),
  ]
}
