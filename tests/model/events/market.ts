import type { MarketContext } from "../../../machines/market.ts"
import { marketMachine } from "../../../machines/market.ts"
import { casesFor } from "../../../packages/paths/src/cases.ts"
import { stateName } from "../../../packages/paths/src/chart.ts"
import type { MemberEvent } from "../../../src/domain/member-event.ts"
import type { MarketEvent } from "../../../src/events/market.ts"
import { undriven } from "../undriven.ts"

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

/** A frame that does not follow the last one. */
const GAP = 99
const cameOnline: MarketEvent = { type: "market.cameOnline", at }

const eventsIn = (state: string, { lastFrame, attempt, pauseMs }: MarketContext): readonly MarketEvent[] => {
  const frames = [
    framed("snapshot", (lastFrame ?? 0) + 10),
    framed("frame", (lastFrame ?? 0) + 1),
    framed("frame", GAP),
  ]
  switch (state) {
    case "off":
      return [{ type: "market.start", at }]
    case "on.streaming.ticketing":
      return [
        { type: "market.ticketed", at },
        { type: "market.lost", failure: { reason: "system.internal" }, roll: 0.5, at },
      ]
    case "on.streaming.connecting":
      return [{ type: "market.connected", at }]
    case "on.streaming.awaiting":
      return [framed("snapshot", 10), framed("frame", GAP)]
    case "on.streaming.fresh":
      return [
        ...frames,
        ...(attempt === 0 ? [{ type: "market.recalled" as const, knownAtMs: at, at }] : []),
        { type: "market.wentOffline", at },
      ]
    case "on.streaming.stale":
      return frames
    case "on.waiting":
      return pauseMs > 0 ? [cameOnline] : []
    default:
      return [cameOnline]
  }
}

/** Facts that come in any state of the stream: the model run brings them about beside its paths. */
const atAnyTime = {
  "market.on|market.eventsReceived|0": "a change of the member comes at any time",
  "market.on|market.eventsReceived|1": "the same: a change comes at any time",
  "market.on|market.eventsRead|0": "the same: changes are read after each connection",
  "market.on|market.siteReported|0": "the site says at any time whether it is open",
}

/** A snapshot, the frame that follows it, and one that does not. */
export const cases = casesFor(marketMachine, {
  events: ({ context }): readonly MarketEvent[] => [
    { type: "market.start", at },
    { type: "market.stop", at },
    { type: "market.ticketed", at },
    { type: "market.connected", at },
    framed("snapshot", (context.lastFrame ?? 0) + 10),
    framed("frame", (context.lastFrame ?? 0) + 1),
    framed("frame", GAP),
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
  /** The stream while a page shows prices. */
  walk: {
    events: ({ context, value }) => eventsIn(stateName(value), context),
    tells: ({ context }) => [context.lastFrame === null, Math.min(context.attempt, 1), context.pauseMs > 0],
    unreachable: { ...undriven.market, ...atAnyTime },
  },
})
