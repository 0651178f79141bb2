/** A withdrawal, as its screens need it. */
import { useMemo } from "react"
import {
  type WithdrawalSnapshot,
  withdrawalPreview,
  withdrawalProblems,
  withdrawalRefusal,
} from "../../../machines/withdrawal.ts"
import type { Destination } from "../../domain/cash-intent.ts"
import { isSame } from "../../domain/same.ts"
import { type OutcomePhase, outcomePhase } from "./outcome-phase.ts"
import { useActor, useActorState, useRuntime } from "./runtime-context.tsx"
import { useFieldFocus } from "./use-field-focus.ts"
import { useOpened, type VisitedMachine } from "./use-opened.ts"
import { useProblemText } from "./use-problem-text.ts"
import { useSeparators } from "./use-separators.ts"

const phaseOf = (snapshot: WithdrawalSnapshot): "closed" | "filling" | "reviewing" | OutcomePhase => {
  if (snapshot.hasTag("editable")) return "filling"
  return outcomePhase(snapshot) ?? (snapshot.matches("reviewing") ? "reviewing" : "closed")
}

/** Tells the machine of the page's visit, once, and afterwards of another balance or locale. */
const useOpenedForm = (available: string | undefined) => {
  const { now } = useRuntime()
  const handle = useActor("withdrawal")
  const separators = useSeparators()
  const facts = useMemo(
    () => (available === undefined ? undefined : { available, separators }),
    [available, separators],
  )
  const machine: VisitedMachine<WithdrawalSnapshot, NonNullable<typeof facts>> = {
    handle: handle,
    open: (known, visit) => handle.send({ type: "withdrawal.open", visit, ...known, at: now() }),
    inform: (known) => handle.send({ type: "withdrawal.informed", ...known, at: now() }),
    isChanged: (known, { available: left, separators: marks }) =>
      !isSame(known, { available: left, separators: marks }),
  }
  return { handle, ...useOpened(machine, facts) }
}

/** A withdrawal from the first digit typed to the server's word. `available` is undefined until the balance is known. */
export const useWithdrawal = (available: string | undefined) => {
  const { now, createKey } = useRuntime()
  const { handle, visit, isOpened } = useOpenedForm(available)
  const snapshot = useActorState(handle, (each) => each)
  const { context } = snapshot
  const phase = phaseOf(snapshot)
  const isInDoubt = phase === "sending" || phase === "checking"
  const textOf = useProblemText()
  const refOf = useFieldFocus(context.focus)
  const problems = withdrawalProblems(snapshot)
  const refusal = withdrawalRefusal(snapshot)
  const change = (value: string) => handle.send({ type: "withdrawal.change", value, at: now() })
  const leave = () => handle.send({ type: "withdrawal.leave", at: now() })
  return {
    // What an earlier visit ended in is not this one's to show; what is still in doubt is.
    phase: context.visit === visit || isOpened || isInDoubt ? phase : ("closed" as const),
    amount: {
      name: "amount",
      value: context.draft.amount,
      error: textOf(problems.amount, "withdrawalAmount"),
      onChange: change,
      onBlur: leave,
      ref: refOf("amount"),
    },
    destination: context.draft.destination,
    problems,
    refusal,
    focus: context.focus,
    failure: context.failure,
    error: textOf(refusal ?? context.failure),
    preview: withdrawalPreview(snapshot),
    intent: context.intent,
    withdrawalId: context.withdrawalId,
    choose: (destination: Destination | null) =>
      handle.send({ type: "withdrawal.choose", destination, at: now() }),
    change,
    leave,
    review: () => handle.send({ type: "withdrawal.review", at: now() }),
    back: () => handle.send({ type: "withdrawal.back", at: now() }),
    submit: () => handle.send({ type: "withdrawal.submit", key: createKey(), at: now() }),
    again: () => handle.send({ type: "withdrawal.again", at: now() }),
  }
}
