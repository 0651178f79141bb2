import { createHash, randomBytes } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { SIGNATURE_HEADER, signWebhook } from "../payments/payment-signature.ts"

/** What the visitor of the payment page decided; `expire`: they opened a link that had expired. */
export type Choice = "pay" | "cancel" | "expire"

/** One webhook to send. */
interface Delivery {
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

export interface WebhookTarget {
  readonly url: string
  readonly secret: string
  readonly payment: string
  readonly amount: string
  readonly currency: string
}

const ATTEMPTS = 8
const FIRST_PAUSE_MS = 1_000
const TIMEOUT_MS = 10_000

/** Sends once. False where the receiver did not answer or failed, so that another try may help. */
const attempt = async (target: WebhookTarget, delivery: Delivery): Promise<boolean> => {
  const { eventId, result, failure, isForged } = delivery
  const { payment, amount, currency } = target
  const body = JSON.stringify({ event_id: eventId, payment_id: payment, result, amount, currency, failure })
  const secret = isForged ? randomBytes(32).toString("hex") : target.secret
  try {
    const response = await fetch(target.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        [SIGNATURE_HEADER]: signWebhook(secret, Date.now(), body),
      },
      body,
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return response.status < 500
  } catch {
    return false
  }
}

const deliver = async (target: WebhookTarget, delivery: Delivery, signal: AbortSignal): Promise<void> => {
  for (let tries = 0; tries < ATTEMPTS && !signal.aborted; tries += 1) {
    if (await attempt(target, delivery)) return
    await pause(FIRST_PAUSE_MS * 2 ** tries, undefined, { signal })
  }
}

/** Sends the webhooks one after another. Each is signed again for every attempt. */
export const sendAll = async (
  target: WebhookTarget,
  deliveries: readonly Delivery[],
  signal: AbortSignal,
): Promise<void> => {
  let elapsedMs = 0
  for (const delivery of deliveries) {
    if (delivery.delayMs > elapsedMs) await pause(delivery.delayMs - elapsedMs, undefined, { signal })
    elapsedMs = Math.max(elapsedMs, delivery.delayMs)
    await deliver(target, delivery, signal)
  }
}
