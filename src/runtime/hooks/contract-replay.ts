/** Plays a contract's machine over the ticks that a proof opens, and keeps its state at each. Pure. */
import { initialTransition, transition } from "xstate"
import { type AgreedContract, type ContractSnapshot, contractMachine } from "../../../machines/contract.ts"
import type { Order } from "../../domain/entities.ts"
import { amountOf, priceOf } from "../../domain/money.ts"
import type { Contract, SettlementRules } from "../../domain/settlement-plan.ts"
import type { SettlementProof } from "../../domain/tick-log/settlement-proof.ts"
import {
  contractFrom,
  type Gap,
  isRefused,
  type OpenLog,
  readLog,
  rulesFor,
} from "../../domain/verify-settlement.ts"
import type { ContractEvent } from "../../events/contract.ts"

/** A position: what happened, and the contract after it. */
export type ReplayStop = { readonly snapshot: ContractSnapshot } & (
  | { readonly kind: "accepted" }
  | { readonly kind: "event"; readonly event: ContractEvent }
  /** Tiles that are summed up: no tick of them is opened. */
  | { readonly kind: "gap"; readonly gap: Gap }
)

const textOrNull = (price: bigint | null) => (price === null ? null : priceOf(price))

const levelTexts = (levels: Pick<Contract, "takeProfit" | "stopLoss">) => ({
  takeProfit: textOrNull(levels.takeProfit),
  stopLoss: textOrNull(levels.stopLoss),
})

const agreedOf = (contract: Contract, rules: SettlementRules): AgreedContract => {
  const { stakeKobo, ...terms } = contract.terms
  const { acceptedAtMs, openTimeoutMs, dayMs, periodDays, slippageBps, rulesVersion } = contract
  return {
    ...terms,
    ...levelTexts(contract),
    stake: amountOf(stakeKobo),
    quotedPrice: priceOf(contract.quotedPrice),
    slippageBps,
    opensUntilMs: acceptedAtMs + (openTimeoutMs ?? rules.orderOpenTimeoutMs),
    lengthMs: periodDays * (dayMs ?? rules.dayMs),
    cancelsPassedLevels: rulesVersion !== null,
  }
}

type Happening = { readonly atMs: number; readonly isAct: boolean } & (
  | { readonly kind: "event"; readonly event: ContractEvent }
  | { readonly kind: "gap"; readonly gap: Gap }
)

const happening = (event: ContractEvent, atMs = event.at, isAct = true): Happening => ({
  ...{ kind: "event", event, atMs, isAct },
})

/**
 * In the market's order. What the member did acts from the next tick on, and not before the entry: it
 * stands after the ticks of its own time.
 */
const happeningsOf = (contract: Contract, { ticks, gaps }: OpenLog): readonly Happening[] => {
  const after = ticks.filter(({ atMs }) => atMs > contract.acceptedAtMs)
  const entryAtMs = after[0]?.atMs ?? contract.acceptedAtMs
  const { amendments, closeRequestedAtMs } = contract
  return [
    ...after.map(({ seq, atMs, price }) =>
      happening({ type: "contract.ticked", seq, price: priceOf(price), at: atMs }, atMs, false),
    ),
    ...gaps.map((gap) => ({ kind: "gap" as const, gap, atMs: gap.between.firstAtMs, isAct: false })),
    ...amendments.map(({ atMs, ...levels }) =>
      happening({ type: "contract.amended", ...levelTexts(levels), at: atMs }, Math.max(atMs, entryAtMs)),
    ),
    ...(closeRequestedAtMs === null
      ? []
      : [
          happening(
            { type: "contract.closeRequested", at: closeRequestedAtMs },
            Math.max(closeRequestedAtMs, entryAtMs),
          ),
        ]),
  ].toSorted((a, b) => a.atMs - b.atMs || Number(a.isAct) - Number(b.isAct))
}

/** Plays a contract until its end. `completeUntilMs`: no further tick up to then follows. */
export const playContract = (
  contract: Contract,
  log: OpenLog,
  completeUntilMs: number,
  rules: SettlementRules,
): readonly ReplayStop[] => {
  let [snapshot] = initialTransition(contractMachine, agreedOf(contract, rules))
  const stops: ReplayStop[] = [{ kind: "accepted", snapshot }]
  const passed = happening({ type: "contract.timePassed", at: completeUntilMs })
  for (const each of [...happeningsOf(contract, log), passed]) {
    if (snapshot.status === "done") break
    if (each.kind === "event") [snapshot] = transition(contractMachine, snapshot, each.event)
    stops.push(
      each.kind === "event"
        ? { kind: "event", event: each.event, snapshot }
        : { kind: "gap", gap: each.gap, snapshot },
    )
  }
  return stops
}

/** The positions of a proved contract; none if its proof is damaged. */
export const replayOf = (order: Order, proof: SettlementProof): readonly ReplayStop[] => {
  const log = readLog(proof)
  if (isRefused(log)) return []
  const last = log.ticks.at(-1)
  const { size, completeUntilMs } = proof.checkpoint
  const untilMs = last === undefined || last.seq === size ? completeUntilMs : last.atMs
  return playContract(contractFrom(order), log, untilMs, rulesFor(order))
}
