import { casesFor, stateName } from "@financial-links/paths"
import { type StreamSnapshot, streamMachine } from "../../../machines/stream.ts"
import type { MemberEvent, ReceivedEvent } from "../../../src/domain/member-event.ts"
import type { StreamEvent } from "../../../src/events/stream.ts"

const at = 1
const framed = (kind: "snapshot" | "frame", frame: number): StreamEvent => ({
  type: "stream.framed",
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
const cameOnline: StreamEvent = { type: "stream.cameOnline", at }
const wentOffline: StreamEvent = { type: "stream.wentOffline", at }
const stop: StreamEvent = { type: "stream.stop", at }
const eventsRead: StreamEvent = { type: "stream.eventsRead", version: 5, at }
const recalled: StreamEvent = { type: "stream.recalled", knownAtMs: at, at }
const lost = (reason: string): StreamEvent => ({ type: "stream.lost", failure: { reason }, roll: 0.5, at })
const received = (number: number, ...events: readonly ReceivedEvent[]): StreamEvent => ({
  type: "stream.eventsReceived",
  number,
  events,
  at,
})

/** The member's first number, their next event, one of an unknown kind, and one that skips others. */
const ofMember = [
  received(7),
  received(8, sessionStarted(8)),
  received(8, { number: 8, kind: "loan", atMs: at }),
  received(99, sessionStarted(99)),
]

const framesAfter = (lastFrame: number | null): readonly StreamEvent[] => [
  framed("snapshot", (lastFrame ?? 0) + 10),
  framed("frame", (lastFrame ?? 0) + 1),
  framed("frame", GAP),
]

/** What can come about. While a heartbeat is unanswered, only an answer to it comes. */
const walked = ({ value, context }: StreamSnapshot): readonly StreamEvent[] => {
  const [state = ""] = stateName(value).split(" ")
  const { framedAtMs, attempt, lastFrame, unanswered } = context
  switch (state.split(".").at(-1)) {
    case "off":
      return [{ type: "stream.start", at }]
    case "requestingPass":
      return [
        { type: "stream.passIssued", at },
        lost("no-answer.server"),
        ...(framedAtMs === null && attempt === 0 ? [recalled] : []),
      ]
    case "opening":
      return [{ type: "stream.connected", at }, lost("no-answer.network")]
    case "waiting":
    case "offline":
      return [cameOnline, stop]
    default:
      return unanswered > 0
        ? [{ type: "stream.answered", at }, lost("no-answer.network")]
        : [
            ...framesAfter(lastFrame),
            ...ofMember,
            ...(context.number === 7 ? [eventsRead] : []),
            { type: "stream.siteReported", isOpen: false, at },
            lost("no-answer.malformed"),
            wentOffline,
          ]
  }
}

/** A snapshot, the frame that follows it, and one that does not. */
export const cases = casesFor(streamMachine, {
  events: ({ context }): readonly StreamEvent[] => [
    { type: "stream.start", at },
    stop,
    { type: "stream.passIssued", at },
    { type: "stream.connected", at },
    { type: "stream.answered", at },
    ...framesAfter(context.lastFrame),
    recalled,
    ...ofMember,
    eventsRead,
    { type: "stream.siteReported", isOpen: false, at },
    lost("no-answer.network"),
    wentOffline,
    cameOnline,
  ],
  tells: ({ context }) => [
    context.lastFrame === null,
    Math.min(context.attempt, 1),
    context.number,
    context.unanswered,
  ],
  walk: {
    events: walked,
    tells: ({ context }) => [
      context.lastFrame === null,
      Math.min(context.attempt, 1),
      context.number,
      context.unanswered,
    ],
  },
})
