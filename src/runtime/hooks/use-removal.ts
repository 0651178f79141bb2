/**
 * Removing a destination, ending another session, cancelling a withdrawal and complaining about one,
 * after a confirmation.
 */
import { Clock, Context, Effect } from "effect"
import { useMemo } from "react"
import {
  type RemovalJob,
  type RemovalSnapshot,
  removalMachine,
  removalQuestion,
  removalUndo,
} from "../../../machines/removal.ts"
import { type ApiError, Refused } from "../../contract/errors.ts"
import type { CryptoAddress } from "../../domain/cash.ts"
import type { Failure } from "../../domain/failure.ts"
import type { RemovalEvent } from "../../events/removal.ts"
import { effectActor } from "../actors/effect-actor.ts"
import type { PageActors } from "../actors/page-actors.ts"
import { StepUp, withStepUp } from "../actors/step-up.ts"
import type { ApiLayer } from "../api/api-layer.ts"
import { Api, eventOf } from "../api/services.ts"
import { useOverlay, usePageActor } from "./page-context.tsx"
import { useActor, useApiLayer, useEmitted, useRuntime } from "./runtime-context.tsx"
import { useFeedback } from "./use-feedback.ts"
import { useProblemText } from "./use-problem.ts"
import { useRefresh } from "./use-query.ts"

type ItemKind = "bankCard" | "cryptoAddress" | "session" | "complaint" | "contractComplaint" | "alert"
export type RemovalKind = ItemKind | "withdrawal"

const ENDPOINTS = {
  bankCard: "bankCardRemove",
  cryptoAddress: "cryptoAddressRemove",
  session: "sessionEnd",
  complaint: "withdrawalComplain",
  contractComplaint: "orderComplain",
  alert: "alertRemove",
} as const

/** Sends removal.removed or removal.refused. */
const remove = <Answer>(id: string, request: Effect.Effect<Answer, ApiError, Api>) =>
  eventOf(
    request,
    (_, at): RemovalEvent => ({ type: "removal.removed", id, at }),
    (failure, at): RemovalEvent => ({ type: "removal.refused", failure, at }),
  )

export const removeItem = (kind: ItemKind) =>
  Effect.fnUntraced(function* ({ id }: RemovalJob) {
    const { call } = yield* Api
    return yield* remove(id, call(ENDPOINTS[kind], { id }, { loading: true }))
  })

/** Without an answer it asks for the outcome by the key: one that has not arrived is given up. */
const cancelByKey = Effect.fnUntraced(function* (id: string, key: string) {
  const { call } = yield* Api
  return yield* call("withdrawalCancel", { key, id }, { loading: true }).pipe(
    Effect.catchTag("NoAnswer", (unanswered) =>
      Effect.gen(function* () {
        const { state, refusal } = yield* call("operationVoid", { operation: "withdrawal-cancel", key })
        if (refusal !== null) return yield* new Refused(refusal)
        if (state !== "done") return yield* unanswered
      }),
    ),
  )
})

/** Cancels a withdrawal, under a new key each time. */
export const cancelWithdrawal = (createKey: () => string) =>
  Effect.fnUntraced(function* ({ id }: RemovalJob) {
    return yield* remove(id, cancelByKey(id, createKey()))
  })

const unconfirmed = () =>
  Effect.map(Clock.currentTimeMillis, (at): RemovalEvent => ({ type: "removal.unconfirmed", at }))

/** Sends removal.restored, removal.notRestored or removal.unconfirmed. `find` returns the removed address. */
export const restoreAddress = (find: (id: string) => CryptoAddress | undefined) =>
  Effect.fnUntraced(
    function* ({ id }: RemovalJob) {
      const { call } = yield* Api
      const destination = find(id)
      const lost = (failure: Failure, at: number): RemovalEvent => ({
        type: "removal.notRestored",
        failure,
        at,
      })
      if (destination === undefined)
        return lost({ reason: "system.internal" }, yield* Clock.currentTimeMillis)
      const { network, address, exchange = false, tag } = destination
      const request = { network, address, exchange, ...(tag !== undefined && { tag }) }
      const confirmation = yield* (yield* StepUp).confirm({ purpose: "crypto-address", ...request })
      return yield* eventOf(
        call("cryptoAddressAdd", { ...request, confirmation }, { loading: true }),
        (_, at): RemovalEvent => ({ type: "removal.restored", at }),
        lost,
      )
    },
    Effect.catchTag("Unconfirmed", unconfirmed),
  )

export interface Removal {
  /** The destination or session that the question is about; undefined without a question. */
  readonly id: string | undefined
  readonly busy: boolean
  readonly onAsk: (id: string) => void
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

export interface Restoration {
  /** The address removed last. */
  readonly address: CryptoAddress
  readonly busy: boolean
  readonly onUndo: () => void
}

export const createRemoval = (
  pageActors: PageActors,
  services: ApiLayer["services"],
  kind: RemovalKind,
  createKey: () => string,
  stepUp: StepUp["Service"],
) => {
  const addresses = new Map<string, CryptoAddress>()
  const machine = removalMachine.provide({
    actors: {
      remove: effectActor(services, kind === "withdrawal" ? cancelWithdrawal(createKey) : removeItem(kind)),
      restore: effectActor(
        Context.add(services, StepUp, stepUp),
        restoreAddress((id) => addresses.get(id)),
      ),
    },
  })
  return { actor: pageActors.create(`removal:${kind}`, machine, undefined), addresses }
}

const selectRemoval = (snapshot: RemovalSnapshot) => ({
  id: snapshot.context.id,
  removedId: snapshot.context.removedId,
  question: removalQuestion(snapshot),
  undo: removalUndo(snapshot),
})

const LISTS = {
  bankCard: ["bankCards"],
  cryptoAddress: ["cryptoAddresses"],
  session: ["sessions", "logins"],
  withdrawal: ["withdrawal", "withdrawals", "walletSummary"],
  complaint: ["withdrawal"],
  contractComplaint: ["order"],
  alert: ["alerts"],
} as const

/** Queries the list again after each end. A failure shows a toast. */
const useRemovalActor = (kind: RemovalKind, onRemoved?: () => void) => {
  const { pageActors, now, createKey } = useRuntime()
  const { services } = useApiLayer()
  const stepUp = useActor("stepUp")
  const { toast } = useFeedback()
  const textOf = useProblemText()
  const created = useMemo(
    () => createRemoval(pageActors, services, kind, createKey, withStepUp(stepUp)),
    [pageActors, services, kind, createKey, stepUp],
  )
  const { actor } = created
  const { id, removedId, question, undo } = usePageActor(actor, selectRemoval)
  const refresh = useRefresh()
  useEmitted(actor, (emitted) => {
    // after a failure too: another device may have removed it, or the server without an answer
    refresh(...LISTS[kind])
    if (emitted.type === "removal.failed") toast(textOf(emitted.failure) ?? "", { icon: "error" })
    else if (emitted.isRemoved) onRemoved?.()
  })
  const tell = (type: "removal.confirm" | "removal.cancel" | "removal.undo") => () =>
    actor.send({ type, at: now() })
  const onCancel = tell("removal.cancel")
  useOverlay(question === "open", onCancel)
  const removal: Removal = {
    id: question === "closed" ? undefined : id,
    busy: question === "removing",
    onAsk: (asked) => actor.send({ type: "removal.ask", id: asked, at: now() }),
    onConfirm: tell("removal.confirm"),
    onCancel,
  }
  return { ...created, undo, removedId, removal, onUndo: tell("removal.undo") }
}

export const useBankCardRemoval = (onRemoved: () => void): Removal =>
  useRemovalActor("bankCard", onRemoved).removal

export const useSessionRemoval = (onRemoved: () => void): Removal =>
  useRemovalActor("session", onRemoved).removal

export const useAlertRemoval = (onRemoved: () => void): Removal => useRemovalActor("alert", onRemoved).removal

/** The question before a complaint about a withdrawal. */
export const useComplaint = (): Removal => useRemovalActor("complaint").removal

/** The same about a contract. */
export const useContractComplaint = (): Removal => useRemovalActor("contractComplaint").removal

export const useWithdrawalCancel = (): Removal => useRemovalActor("withdrawal").removal

/** `known`: the member's addresses, of which the one removed last can be restored. */
export const useAddressRemoval = (
  known: readonly CryptoAddress[] | undefined,
): { readonly removal: Removal; readonly restoration: Restoration | undefined } => {
  const { addresses, undo, removedId, removal, onUndo } = useRemovalActor("cryptoAddress")
  const onAsk = (id: string) => {
    const address = known?.find((one) => one.id === id)
    if (address) addresses.set(id, address)
    removal.onAsk(id)
  }
  const address = undo === "none" ? undefined : addresses.get(removedId)
  return {
    removal: { ...removal, onAsk },
    restoration: address && { address, busy: undo === "restoring", onUndo },
  }
}
