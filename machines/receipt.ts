/**
 * Promises: one check at a time, at the member's request; a check that found no proof yet is repeated
 * once the proof is there.
 */
import { type EventObject, fromCallback, type SnapshotFrom, setup } from "xstate"
import { type LeafState, viewAt } from "../src/domain/leaf-state.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { ReceiptEvent } from "../src/events/receipt.ts"

export const receiptMachine = setup({
  types: { events: {} as ReceiptEvent },
  actors: {
    /** Checks the settlement: receipt.checked, receipt.unproved or receipt.failed. */
    check: fromCallback<EventObject>(unprovided("check")),
  },
}).createMachine({
  id: "receipt",
  description: "The check of one settlement on this device",
  initial: "unchecked",
  states: {
    unchecked: {
      description: "Not checked yet",
      on: { "receipt.check": { target: "checking", description: "The member asks for the check" } },
    },
    checking: {
      description: "The settlement is being recomputed and compared with the log",
      invoke: { id: "check", src: "check" },
      on: {
        "receipt.checked": { target: "checked", description: "The settlement holds, or is refused" },
        "receipt.unproved": { target: "awaiting", description: "The market has not proved it yet" },
        "receipt.failed": { target: "failed", description: "The check could not be made" },
      },
    },
    checked: {
      description: "What was found is shown",
      on: { "receipt.check": { target: "checking", description: "The member asks again" } },
    },
    awaiting: {
      description: "The proof is awaited; the receipt says so",
      on: {
        "receipt.check": { target: "checking", description: "The member asks again" },
        "receipt.proved": { target: "checking", description: "The proof is there" },
      },
    },
    failed: {
      description: "The check could not be made; the receipt says so",
      on: { "receipt.check": { target: "checking", description: "The member tries again" } },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type ReceiptSnapshot = SnapshotFrom<typeof receiptMachine>

/** What the receipt shows in each state. */
const PHASES = {
  unchecked: "idle",
  checking: "busy",
  checked: "done",
  awaiting: "awaiting",
  failed: "failed",
} as const satisfies Readonly<Record<LeafState<ReceiptSnapshot>, string>>

export type ReceiptPhase = (typeof PHASES)[keyof typeof PHASES]
export const receiptPhase = (snapshot: ReceiptSnapshot): ReceiptPhase => viewAt(snapshot, PHASES)
