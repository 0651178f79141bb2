/** A deposit, for its pages. */
import { useMemo } from "react"
import {
  type DepositSnapshot,
  depositPhase,
  depositProblems,
  depositRefusal,
} from "../../../machines/deposit.ts"
import type { DepositNetwork } from "../../domain/cash.ts"
import { type DepositTerms, depositTerms, paymentTerms } from "../../domain/cash-intent.ts"
import type { Separators } from "../../domain/money.ts"
import { failureIn, idIn } from "../../domain/operation.ts"
import type { ProvidedOffer } from "../../domain/payment.ts"
import { useActor, useRuntime } from "./runtime-context.tsx"
import { useOperation, useSeparators } from "./use-operation.ts"
import { useProblemText } from "./use-problem.ts"
import { useUpload } from "./use-upload.ts"

const connect = (snapshot: DepositSnapshot, isSending: boolean) => {
  const { visit, draft, focus, intent } = snapshot.context
  return {
    phase: depositPhase(snapshot, isSending),
    visit,
    draft,
    focus,
    failure: failureIn(snapshot.context),
    intent,
    depositId: idIn(snapshot.context),
    problems: depositProblems(snapshot),
    refusal: depositRefusal(snapshot),
  }
}

/**
 * The picture of the payment. After a reload the device has no file, but the server has the
 * picture.
 */
const useProof = (stored: string | null) => {
  const { now } = useRuntime()
  const handle = useActor("deposit")
  const upload = useUpload("deposit.proof", {
    onStored: (imageId) => handle.send({ type: "deposit.proofStored", imageId, at: now() }),
    onDropped: () => handle.send({ type: "deposit.proofRemoved", at: now() }),
  })
  const isStored = stored !== null
  return { ...upload, pick: { ...upload.pick, image: upload.file ?? (isStored ? "" : undefined) } }
}

/**
 * What a deposit and a payment share: two actors of one machine, so that one in doubt does not block
 * the other.
 */
const useDepositActor = (id: "deposit" | "payment") => {
  const { now, createKey } = useRuntime()
  const handle = useActor(id)
  const separators = useSeparators()
  const facts = useMemo(() => ({ separators }), [separators])
  const open = (known: { readonly separators: Separators }, visit: string) =>
    handle.send({ type: "deposit.open", visit, ...known, startsAnother: true, at: now() })
  const { view, isReady } = useOperation({ handle, open }, facts, connect)
  const { draft } = view
  return {
    proofId: draft.proofId,
    shared: {
      phase: isReady ? view.phase : ("closed" as const),
      terms: draft.terms,
      amount: draft.amount,
      problems: view.problems,
      refusal: view.refusal,
      focus: view.focus,
      failure: view.failure,
      intent: view.intent,
      depositId: view.depositId,
      choose: (terms: DepositTerms) => handle.send({ type: "deposit.choose", terms, at: now() }),
      change: (value: string) => handle.send({ type: "deposit.change", value, at: now() }),
      leave: () => handle.send({ type: "deposit.leave", at: now() }),
      back: () => handle.send({ type: "deposit.back", at: now() }),
      submit: () => handle.send({ type: "deposit.submit", key: createKey(), at: now() }),
      /** Begins another one; an operation in doubt is left to the outbox. */
      again: () => handle.send({ type: "deposit.again", at: now() }),
    },
    steps: {
      requote: (network: DepositNetwork) =>
        handle.send({ type: "deposit.requote", terms: depositTerms(network), at: now() }),
      next: () => handle.send({ type: "deposit.next", at: now() }),
    },
  }
}

/**
 * A deposit from the choice of a network to the server's answer. As a wizard: `next` and `back`; as
 * one page: `submit` moves the focus to what is missing.
 */
export const useDeposit = () => {
  const { shared, steps, proofId } = useDepositActor("deposit")
  const textOf = useProblemText()
  const proof = useProof(proofId)
  return {
    ...shared,
    ...steps,
    choose: (network: DepositNetwork) => shared.choose(depositTerms(network)),
    proof: {
      ...proof,
      pick: { ...proof.pick, error: proof.pick.error ?? textOf(shared.problems.proof, "proof") },
    },
    again: () => {
      proof.onRemove()
      shared.again()
    },
  }
}

/**
 * A payment from the choice of a way to the server's answer: `choose(offer)`, the amount, `submit`.
 * Accepted means that the payment has started: its result is a field of the deposit `depositId`.
 */
export const usePayment = () => {
  const { shared } = useDepositActor("payment")
  const { amount, problems, refusal, failure, change, leave } = shared
  const textOf = useProblemText()
  return {
    ...shared,
    /** The props of a Field. */
    amount: {
      name: "amount",
      value: amount,
      error: textOf(problems.amount, "depositAmount"),
      onChange: change,
      onBlur: leave,
    },
    error: textOf(refusal ?? failure),
    choose: (offer: ProvidedOffer) => shared.choose(paymentTerms(offer)),
  }
}
