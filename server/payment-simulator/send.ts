import { randomBytes } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { SIGNATURE_HEADER, signWebhook } from "../payments/payment-signature.ts"
import type { Delivery } from "./deliveries.ts"

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

/** Sends the webhooks one after another. Each is signed anew for every attempt. */
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
