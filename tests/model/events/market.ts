import { marketMachine } from "../../../machines/market.ts"
import { casesFor } from "../../../scripts/paths/cases.ts"
import type { MemberEvent } from "../../../src/domain/member-event.ts"
import type { MarketEvent } from "../../../src/events/market.ts"

const at = 1
const framed = (kind: "snapshot" | "frame", frame: number): MarketEvent => ({
  type: "market.framed",
  kind,
  frame,
  roll: 0.5,
  at,
})

/** An event of the member with this number. */
export const sessionStarted = (number: number): MemberEvent => ({
  number,
  kind: "session",
  subject: "a-session",
  from: null,
  to: "started",
  by: "member",
  amount: "0.00",
  paid: "0.00",
  contract: null,
  atMs: at,
})

/** A snapshot, the frame that follows it, and one that does not. */
export const cases = casesFor(marketMachine, {
  events: ({ context }): readonly MarketEvent[] => [
    { type: "market.start", at },
    { type: "market.stop", at },
    { type: "market.ticketed", at },
    { type: "market.connected", at },
    framed("snapshot", (context.lastFrame ?? 0) + 10),
    framed("frame", (context.lastFrame ?? 0) + 1),
    framed("frame", 99),
    { type: "market.recalled", knownAtMs: at, at },
    { type: "market.eventsReceived", number: 7, events: [], at },
    { type: "market.eventsReceived", number: 8, events: [sessionStarted(8)], at },
    { type: "market.eventsReceived", number: 8, events: [{ number: 8, kind: "loan", atMs: at }], at },
    { type: "market.eventsReceived", number: 99, events: [sessionStarted(99)], at },
    { type: "market.eventsRead", version: 5, at },
    { type: "market.siteReported", isOpen: false, at },
    { type: "market.lost", failure: { reason: "no-answer.network" }, roll: 0.5, at },
    { type: "market.wentOffline", at },
    { type: "market.cameOnline", at },
  ],
  tells: ({ context }) => [context.lastFrame === null, Math.min(context.attempt, 1), context.number],
})
