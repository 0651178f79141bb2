/** A library's loan desk: the machine, its events, and what the first release called them. */
import type { JournaledStream, ValueOf } from "@financial-links/journal"
import {
  at,
  createRecordings,
  event,
  inContext,
  JournalResumed,
  machineEntry,
  nullOr,
  oneOf,
  plainRules,
  struct,
  text,
  whole,
} from "@financial-links/journal"
import { assign, setup } from "xstate"

const LoanEvent = oneOf(
  event("loan.lend", { book: text, days: whole, at }),
  event("loan.renew", { days: whole, at }),
  event("loan.return", { at }),
  JournalResumed,
)
export type LoanEvent = ValueOf<typeof LoanEvent>

const LoanContext = struct({ book: nullOr(text), days: whole, loans: whole })

export const loanMachine = setup({
  types: { events: {} as LoanEvent, context: {} as ValueOf<typeof LoanContext> },
}).createMachine({
  id: "loan",
  context: { book: null, days: 0, loans: 0 },
  initial: "inside",
  states: {
    inside: {
      on: {
        "loan.lend": {
          target: "lent",
          actions: assign(({ context, event: { book, days } }) => ({ book, days, loans: context.loans + 1 })),
        },
      },
    },
    lent: {
      on: {
        "loan.renew": { actions: assign({ days: ({ context, event }) => context.days + event.days }) },
        "loan.return": { target: "inside", actions: assign({ book: null, days: 0 }) },
      },
    },
  },
})

/** The first release lent for whole weeks. */
export const loanStream: JournaledStream<LoanEvent> = {
  version: 2,
  event: () => Promise.resolve(LoanEvent),
  context: () => Promise.resolve(LoanContext),
  upcasters: {
    events: {
      "loan.lend": [({ weeks, ...lend }) => ({ ...lend, days: 7 * Number(weeks) })],
    },
    snapshots: [inContext(({ weeks, ...context }) => ({ ...context, days: 7 * Number(weeks) }))],
  },
}

export const machines = [machineEntry("loan", loanMachine, loanStream)]
export const recordings = createRecordings(plainRules("loan-desk.recording", struct({ desk: text })))
