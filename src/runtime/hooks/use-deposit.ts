/** A deposit, as its screens need it. */
import { useEffect, useState } from "react"
import { type DepositSnapshot, depositProblems, depositRefusal } from "../../../machines/deposit.ts"
import type { DepositNetwork } from "../../domain/cash.ts"
import { type OutcomePhase, outcomePhase } from "./outcome-phase.ts"
import { usePage } from "./page-context.tsx"
import { useActor, useActorState, useRuntime } from "./runtime-context.tsx"
import { useFieldFocus } from "./use-field-focus.ts"
import { useProblemText } from "./use-problem-text.ts"
import { useSeparators } from "./use-separators.ts"
import { useUpload } from "./use-upload.ts"

const STEPS = ["choosing", "paying", "amounting", "proving", "refused"] as const

const phaseOf = (snapshot: DepositSnapshot): (typeof STEPS)[number] | "closed" | OutcomePhase =>
  outcomePhase(snapshot) ?? STEPS.find((step) => snapshot.matches({ filling: step })) ?? "closed"

/** Tells the machine of the page's visit, once. */
const useOpened = () => {
  const { now } = useRuntime()
  const { id: visit } = usePage()
  const handle = useActor("deposit")
  const separators = useSeparators()
  const [opened, setOpened] = useState<string | null>(null)
  useEffect(() => {
    if (opened === visit) return
    setOpened(visit)
    if (handle.getSnapshot().context.visit !== visit)
      handle.send({ type: "deposit.open", visit, separators, at: now() })
  }, [handle, separators, visit, opened, now])
  return { handle, visit, isOpened: opened === visit }
}

/** The picture of the payment. After a reload the file is gone from the device's memory but the server still has it. */
const useProof = (handle: ReturnType<typeof useOpened>["handle"], stored: string | null) => {
  const { now } = useRuntime()
  const upload = useUpload("deposit.proof", {
    onStored: (imageId) => handle.send({ type: "deposit.proofStored", imageId, at: now() }),
    onDropped: () => handle.send({ type: "deposit.proofRemoved", at: now() }),
  })
  const isStored = stored !== null
  return { ...upload, isStored, pick: { ...upload.pick, image: upload.file ?? (isStored ? "" : undefined) } }
}

/** A deposit from the choice of a network to the server's word. As a wizard: `next` and `back`; as one page: `submit` goes to what is missing. */
export const useDeposit = () => {
  const { now, createKey } = useRuntime()
  const { handle, visit, isOpened } = useOpened()
  const snapshot = useActorState(handle, (each) => each)
  const { context } = snapshot
  const phase = phaseOf(snapshot)
  const isInDoubt = phase === "sending" || phase === "checking"
  const textOf = useProblemText()
  const refOf = useFieldFocus(context.focus)
  const problems = depositProblems(snapshot)
  const refusal = depositRefusal(snapshot)
  const proof = useProof(handle, context.draft.proofId)
  const change = (value: string) => handle.send({ type: "deposit.change", value, at: now() })
  const leave = () => handle.send({ type: "deposit.leave", at: now() })
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
    choose: (network: DepositNetwork) => handle.send({ type: "deposit.choose", network, at: now() }),
    change,
    leave,
    next: () => handle.send({ type: "deposit.next", at: now() }),
    back: () => handle.send({ type: "deposit.back", at: now() }),
    submit: () => handle.send({ type: "deposit.submit", key: createKey(), at: now() }),
    again: () => {
      proof.onRemove()
      handle.send({ type: "deposit.again", at: now() })
    },
  }
}
