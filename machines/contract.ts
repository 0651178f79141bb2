/**
 * Promises: a contract opens at the first tick after its acceptance, or is cancelled and refunded; it ends
 * once, by the first tick that its stop-out, a level in force or its early close meets, or else at the
 * last tick before its expiry. `planSettlement` decides the same (tests/unit/contract-paths.test.ts).
 */
import { assign, type SnapshotFrom, setup } from "xstate"
import type { Order } from "../src/domain/entities.ts"
import { viewAt } from "../src/domain/leaf-state.ts"
import { priceUnitsOf } from "../src/domain/money.ts"
import {
  hasReached,
  isBeyondTolerance,
  isStoppedOut,
  type LevelKind,
  orderTerms,
} from "../src/domain/trade.ts"
import type { ContractEvent } from "../src/events/contract.ts"

/** What was agreed at acceptance. */
export type AgreedContract = Pick<
  Order,
  | "direction"
  | "stake"
  | "leverage"
  | "commissionPpm"
  | "stopOutBps"
  | "quotedPrice"
  | "slippageBps"
  | "takeProfit"
  | "stopLoss"
> & {
  /** Until then the entry comes. */
  readonly opensUntilMs: number
  /** From the entry to the expiry. */
  readonly lengthMs: number
  /** Whether an entry that has passed a level cancels it. */
  readonly cancelsPassedLevels: boolean
}

export interface ContractTick {
  readonly seq: number
  readonly price: string
  readonly at: number
}

export interface ContractContext {
  readonly agreed: AgreedContract
  /** The levels in force. */
  readonly takeProfit: string | null
  readonly stopLoss: string | null
  readonly entry: ContractTick | null
  /** The last tick that did not end it. Of an ended contract: the one that decided. */
  readonly last: ContractTick | null
  readonly cancelReason: Order["cancelReason"]
}

interface Judged {
  readonly context: ContractContext
  readonly event: ContractEvent
}

const hasPassed = ({ context, event }: Judged, kind: LevelKind): boolean => {
  const level = kind === "take-profit" ? context.takeProfit : context.stopLoss
  if (level === null || event.type !== "contract.ticked") return false
  return hasReached(context.agreed.direction, kind, priceUnitsOf(level), priceUnitsOf(event.price))
}

const isCancelledBy = (judged: Judged, kind: LevelKind): boolean =>
  judged.context.agreed.cancelsPassedLevels && hasPassed(judged, kind)

const tickIn = ({ event }: Pick<Judged, "event">): ContractTick | null =>
  event.type === "contract.ticked" ? { seq: event.seq, price: event.price, at: event.at } : null

export const contractMachine = setup({
  types: {
    context: {} as ContractContext,
    events: {} as ContractEvent,
    input: {} as AgreedContract,
  },
  guards: {
    isLate: ({ context, event }) => event.at > context.agreed.opensUntilMs,
    hasWaited: ({ context, event }) => event.at >= context.agreed.opensUntilMs,
    isBeyondTolerance: ({ context: { agreed }, event }) =>
      event.type === "contract.ticked" &&
      isBeyondTolerance(
        { ...agreed, quotedPrice: priceUnitsOf(agreed.quotedPrice) },
        priceUnitsOf(event.price),
      ),
    opensBeyondTakeProfit: (judged) => isCancelledBy(judged, "take-profit"),
    opensBeyondStopLoss: (judged) => isCancelledBy(judged, "stop-loss"),
    isAfterExpiry: ({ context: { agreed, entry }, event }) => event.at > (entry?.at ?? 0) + agreed.lengthMs,
    isExpired: ({ context: { agreed, entry }, event }) => event.at >= (entry?.at ?? 0) + agreed.lengthMs,
    isStoppedOut: ({ context: { agreed, entry }, event }) =>
      entry !== null &&
      event.type === "contract.ticked" &&
      isStoppedOut(orderTerms(agreed), priceUnitsOf(entry.price), priceUnitsOf(event.price)),
    reachesTakeProfit: (judged) => hasPassed(judged, "take-profit"),
    reachesStopLoss: (judged) => hasPassed(judged, "stop-loss"),
  },
  actions: {
    assignEntry: assign((judged) => ({ entry: tickIn(judged), last: tickIn(judged) })),
    assignLast: assign((judged) => ({ last: tickIn(judged) })),
    assignLevels: assign(({ context, event }) =>
      event.type === "contract.amended"
        ? { takeProfit: event.takeProfit, stopLoss: event.stopLoss }
        : { takeProfit: context.takeProfit, stopLoss: context.stopLoss },
    ),
    cancelWithoutTick: assign({ cancelReason: "no-tick" }),
    cancelForSlippage: assign({ cancelReason: "slippage" }),
    cancelForTakeProfit: assign({ cancelReason: "take-profit-passed" }),
    cancelForStopLoss: assign({ cancelReason: "stop-loss-passed" }),
  },
}).createMachine({
  id: "contract",
  description: "A contract from its acceptance to its end, by the ticks of the market's log",
  context: ({ input }) => ({
    agreed: input,
    takeProfit: input.takeProfit,
    stopLoss: input.stopLoss,
    entry: null,
    last: null,
    cancelReason: null,
  }),
  initial: "accepted",
  states: {
    accepted: {
      description: "The stake is paid; neither side knows the entry",
      on: {
        "contract.ticked": [
          {
            guard: "isLate",
            target: "cancelled",
            actions: "cancelWithoutTick",
            description: "No tick came within the stated time",
          },
          {
            guard: "isBeyondTolerance",
            target: "cancelled",
            actions: ["assignLast", "cancelForSlippage"],
            description: "The entry would be worse than the member allows",
          },
          {
            guard: "opensBeyondTakeProfit",
            target: "cancelled",
            actions: ["assignLast", "cancelForTakeProfit"],
          },
          {
            guard: "opensBeyondStopLoss",
            target: "cancelled",
            actions: ["assignLast", "cancelForStopLoss"],
          },
          { target: "open", actions: "assignEntry", description: "The first tick after the acceptance" },
        ],
        "contract.timePassed": { guard: "hasWaited", target: "cancelled", actions: "cancelWithoutTick" },
      },
    },
    open: {
      description: "The price moves its result",
      initial: "running",
      on: {
        "contract.timePassed": {
          guard: "isExpired",
          target: "settled",
          description: "No further tick is before its expiry",
        },
        "contract.amended": { actions: "assignLevels", description: "In force from the next tick on" },
      },
      states: {
        running: {
          description: "Until its expiry, or a price that ends it",
          on: {
            "contract.ticked": [
              {
                guard: "isAfterExpiry",
                target: "#contract.settled",
                description: "The last tick before it is the exit",
              },
              { guard: "isStoppedOut", target: "#contract.stoppedOut", actions: "assignLast" },
              { guard: "reachesTakeProfit", target: "#contract.takeProfit", actions: "assignLast" },
              { guard: "reachesStopLoss", target: "#contract.stopLoss", actions: "assignLast" },
              { actions: "assignLast", description: "It ends nothing" },
            ],
            "contract.closeRequested": "closing",
          },
        },
        closing: {
          description: "The member closes it at the next tick",
          on: {
            "contract.ticked": [
              {
                guard: "isAfterExpiry",
                target: "#contract.settled",
                description: "It has expired before the next tick",
              },
              { guard: "isStoppedOut", target: "#contract.stoppedOut", actions: "assignLast" },
              { guard: "reachesTakeProfit", target: "#contract.takeProfit", actions: "assignLast" },
              { guard: "reachesStopLoss", target: "#contract.stopLoss", actions: "assignLast" },
              { target: "#contract.closedEarly", actions: "assignLast" },
            ],
          },
        },
      },
    },
    settled: { description: "Ended at its expiry", type: "final" },
    stoppedOut: { description: "Ended at or past the stop-out price", type: "final" },
    takeProfit: { description: "Ended at or past the take-profit in force", type: "final" },
    stopLoss: { description: "Ended at or past the stop-loss in force", type: "final" },
    closedEarly: { description: "Ended by the member", type: "final" },
    cancelled: { description: "Never opened; the stake is refunded", type: "final" },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type ContractSnapshot = SnapshotFrom<typeof contractMachine>

const PHASES = {
  accepted: "accepted",
  "open.running": "opened",
  "open.closing": "closing",
  settled: "settled",
  stoppedOut: "stopped_out",
  takeProfit: "take-profit",
  stopLoss: "stop-loss",
  closedEarly: "closed_early",
  cancelled: "cancelled",
} as const

/** The state in the words of a contract's page. */
export const contractPhase = (snapshot: ContractSnapshot) => viewAt(snapshot, PHASES)
