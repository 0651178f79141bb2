/** A withdrawal, for its pages. */
import { useMemo } from "react"
import {
  type WithdrawalSnapshot,
  withdrawalPhase,
  withdrawalPreview,
  withdrawalProblems,
  withdrawalRefusal,
} from "../../../machines/withdrawal.ts"
import type { DestinationTerms } from "../../domain/cash-intent.ts"
import { failureIn, idIn, isSame } from "../../domain/operation.ts"
import { useActor, useRuntime } from "./runtime-context.tsx"
import { useOperation, useSeparators, type VisitedMachine } from "./use-operation.ts"

const connect = (snapshot: WithdrawalSnapshot, isSending: boolean) => {
  const { visit, draft, focus, intent } = snapshot.context
  return {
    phase: withdrawalPhase(snapshot, isSending),
    visit,
    draft,
    focus,
    failure: failureIn(snapshot.context),
    intent,
    withdrawalId: idIn(snapshot.context),
    problems: withdrawalProblems(snapshot),
    refusal: withdrawalRefusal(snapshot),
    preview: withdrawalPreview(snapshot),
  }
}

/** A withdrawal from the first digit to the server's answer. `available`: undefined until known. */
export const useWithdrawal = (available: string | undefined) => {
  const { now, createKey } = useRuntime()
  const handle = useActor("withdrawal")
  const { confirm } = useActor("stepUp")
  const separators = useSeparators()
  const facts = useMemo(
    () => (available === undefined ? undefined : { available, separators }),
    [available, separators],
  )
  const machine: VisitedMachine<WithdrawalSnapshot, NonNullable<typeof facts>> = {
    handle,
    open: (known, visit) =>
      handle.send({ type: "withdrawal.open", visit, ...known, startsAnother: true, at: now() }),
    update: {
      inform: (known) => handle.send({ type: "withdrawal.informed", ...known, at: now() }),
      isChanged: (known, context) =>
        !isSame(known, { available: context.available, separators: context.separators }),
    },
  }
  const { view, isReady } = useOperation(machine, facts, connect)
  return {
    phase: isReady ? view.phase : ("closed" as const),
    amount: view.draft.amount,
    destination: view.draft.destination,
    problems: view.problems,
    refusal: view.refusal,
    focus: view.focus,
    failure: view.failure,
    preview: view.preview,
    intent: view.intent,
    withdrawalId: view.withdrawalId,
    choose: (destination: DestinationTerms | null) =>
      handle.send({ type: "withdrawal.choose", destination, at: now() }),
    change: (value: string) => handle.send({ type: "withdrawal.change", value, at: now() }),
    leave: () => handle.send({ type: "withdrawal.leave", at: now() }),
    review: () => handle.send({ type: "withdrawal.review", at: now() }),
    back: () => handle.send({ type: "withdrawal.back", at: now() }),
    /** Sends what was reviewed, once it is confirmed; `to` is the destination in words. */
    submit: async (to: string) => {
      const { intent } = handle.getSnapshot().context
      if (intent === null) return
      const { amount, fee, method, destinationId, conversion } = intent
      const rate = conversion && { rateId: conversion.rateId }
      const subject = { purpose: "withdrawal", amount, fee, method, destinationId, ...rate } as const
      const confirmation = await confirm({ subject, to })
      if (confirmation !== null)
        handle.send({ type: "withdrawal.submit", key: createKey(), confirmation, at: now() })
    },
    /** Begins another one; an operation in doubt is left to the outbox. */
    again: () => handle.send({ type: "withdrawal.again", at: now() }),
  }
}
