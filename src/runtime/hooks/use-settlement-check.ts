/** Checks the settlement of a contract on this device. */
import { Context, Effect } from "effect"
import { useEffect, useEffectEvent, useMemo } from "react"
import {
  type ReceiptPhase,
  type ReceiptSnapshot,
  receiptMachine,
  receiptPhase,
} from "../../../machines/receipt.ts"
import type { OrderDetail } from "../../domain/entities.ts"
import type { ReceiptEvent } from "../../events/receipt.ts"
import { type CheckedSettlement, checkSettlement } from "../check-settlement.ts"
import { effectActor } from "../effects/effect-actor.ts"
import type { Runtime } from "../runtime.ts"
import { useApiLayer, useRuntime } from "./runtime-context.tsx"
import { usePageActor } from "./use-page-actor.ts"

export interface SettlementCheck {
  readonly phase: ReceiptPhase
  /** What the last check found; null until there is one, and while another runs. */
  readonly found: CheckedSettlement | null
  readonly check: () => void
}

/** The check of one receipt of a page. What it finds is kept beside the machine. */
export const createReceiptCheck = (
  { pageActors, now }: Pick<Runtime, "pageActors" | "now">,
  orderId: string,
  read: () => Promise<CheckedSettlement>,
) => {
  let found: CheckedSettlement | null = null
  const typeOf = ({ verdict }: CheckedSettlement): ReceiptEvent["type"] =>
    verdict.kind === "pending" ? "receipt.unproved" : "receipt.checked"
  const check = (): Effect.Effect<ReceiptEvent> =>
    Effect.tryPromise(read).pipe(
      Effect.match({
        onSuccess: (checked): ReceiptEvent => {
          found = checked
          return { type: typeOf(checked), at: now() }
        },
        onFailure: (): ReceiptEvent => ({ type: "receipt.failed", at: now() }),
      }),
    )
  const machine = receiptMachine.provide({ actors: { check: effectActor(Context.empty(), check) } })
  return { actor: pageActors.create(`receipt:${orderId}`, machine, undefined), found: () => found }
}

const selectReceipt = (snapshot: ReceiptSnapshot) => ({ phase: receiptPhase(snapshot) })

/** A check that found no proof yet is repeated when the proof arrives. */
export const useSettlementCheck = (detail: OrderDetail): SettlementCheck => {
  const { marketTrust, caller } = useApiLayer()
  const { pageActors, now } = useRuntime()
  const read = useEffectEvent(() => checkSettlement(detail, marketTrust, caller.baseUrl))
  const receipt = useMemo(
    () => createReceiptCheck({ pageActors, now }, detail.order.id, () => read()),
    [pageActors, now, detail.order.id],
  )
  const { phase } = usePageActor(receipt.actor, selectReceipt)
  const isProved = typeof detail.proof === "string"
  useEffect(() => {
    if (phase === "awaiting" && isProved) receipt.actor.send({ type: "receipt.proved", at: now() })
  }, [receipt, phase, isProved, now])
  return {
    phase,
    found: phase === "done" || phase === "awaiting" ? receipt.found() : null,
    check: () => receipt.actor.send({ type: "receipt.check", at: now() }),
  }
}
