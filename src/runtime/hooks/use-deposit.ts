/** A deposit, as its screens need it. */
import { useEffect, useState } from "react"
import { type DepositSnapshot, depositProblems, depositRefusal } from "../../../machines/deposit.ts"
import type { DepositNetwork } from "../../domain/cash.ts"
import { type OutcomePhase, outcomePhase } from "./outcome-phase.ts"
import { usePage } from "./page-context.tsx"
import { useActor, useActorState, useSystem } from "./runtime-context.tsx"
import { useFieldFocus } from "./use-field-focus.ts"
import { useProblemText } from "./use-problem-text.ts"
import { useSeparators } from "./use-separators.ts"
import { useUpload } from "./use-upload.ts"

const STEPS = ["choosing", "paying", "amounting", "proving", "refused"] as const

const phaseOf = (snapshot: DepositSnapshot): (typeof STEPS)[number] | "closed" | OutcomePhase =>
  outcomePhase(snapshot) ?? STEPS.find((step) => snapshot.matches({ filling: step })) ?? "closed"

/** Tells the machine of the page's visit, once. */
const useOpened = () => {
  const { now } = useSystem()
  const { id: visit } = usePage()
  const seat = useActor("deposit")
  const separators = useSeparators()
  const [opened, setOpened] = useState<string | null>(null)
  useEffect(() => {
    if (opened === visit) return
    setOpened(visit)
    if (seat.getSnapshot().context.visit !== visit)
      seat.send({ type: "deposit.open", visit, separators, at: now() })
  }, [seat, separators, visit, opened, now])
  return { seat, visit, isOpened: opened === visit }
}

/** The picture of the payment. After a reload the file is gone from the device's memory but the server still has it. */
const useProof = (seat: ReturnType<typeof useOpened>["seat"], stored: string | null) => {
  const { now } = useSystem()
  const upload = useUpload("deposit.proof", {
    onStored: (imageId) => seat.send({ type: "deposit.proofStored", imageId, at: now() }),
    onDropped: () => seat.send({ type: "deposit.proofRemoved", at: now() }),
  })
  const isStored = stored !== null
  return { ...upload, isStored, pick: { ...upload.pick, image: upload.file ?? (isStored ? "" : undefined) } }
}

/** A deposit from the choice of a network to the server's word. As a wizard: `next` and `back`; as one page: `submit` goes to what is missing. */
export const useDeposit = () => {
  const { now, mint } = useSystem()
  const { seat, visit, isOpened } = useOpened()
  const snapshot = useActorState(seat, (each) => each)
  const { context } = snapshot
  const phase = phaseOf(snapshot)
  const isInDoubt = phase === "sending" || phase === "checking"
  const textOf = useProblemText()
  const refOf = useFieldFocus(context.focus)
  const problems = depositProblems(snapshot)
  const refusal = depositRefusal(snapshot)
  const proof = useProof(seat, context.draft.proofId)
  const change = (value: string) => seat.send({ type: "deposit.change", value, at: now() })
  const leave = () => seat.send({ type: "deposit.leave", at: now() })
  return {
    // What an earlier visit ended in is not this one's to show; what is still in doubt is.
    phase: context.visit === visit || isOpened || isInDoubt ? phase : ("closed" as const),
    network: context.draft.network,
    amount: {
      name: "amount",
      value: context.draft.amount,
      error: textOf(problems.amount, "depositAmount"),
      onChange: change,
      onBlur: leave,
      ref: refOf("amount"),
    },
    proof: { ...proof, pick: { ...proof.pick, error: proof.pick.error ?? textOf(problems.proof, "proof") } },
    problems,
    refusal,
    focus: context.focus,
    failure: context.failure,
    error: textOf(refusal ?? context.failure),
    intent: context.intent,
    depositId: context.depositId,
    choose: (network: DepositNetwork) => seat.send({ type: "deposit.choose", network, at: now() }),
    change,
    leave,
    next: () => seat.send({ type: "deposit.next", at: now() }),
    back: () => seat.send({ type: "deposit.back", at: now() }),
    submit: () => seat.send({ type: "deposit.submit", key: mint(), at: now() }),
    again: () => {
      proof.onRemove()
      seat.send({ type: "deposit.again", at: now() })
    },
  }
}
