import { casesFor } from "@financial-links/paths"
import { noticesMachine } from "../../../machines/notices.ts"
import type { MemberEvent } from "../../../src/domain/member-event.ts"
import type { NoticesEvent } from "../../../src/events/notices.ts"
import { sessionStarted } from "./stream.ts"

const at = 1

/** A deposit that was credited: a notice. */
export const credited = (number: number): MemberEvent => ({
  ...sessionStarted(number),
  kind: "deposit",
  subject: "d-1",
  from: "pending",
  to: "credited",
  by: "service",
  amount: "5.00",
})

const received = (...events: readonly MemberEvent[]): NoticesEvent => ({
  type: "notices.received",
  events,
  at,
})
const counted = (unread: number, readVersion: number): NoticesEvent => ({
  type: "notices.counted",
  unread,
  readNumber: readVersion,
  readSingly: [],
  readVersion,
  at,
})

/** Notices, events that are none, and answers that are ahead of the stream or behind it. */
export const cases = casesFor(noticesMachine, {
  events: ({ value }): readonly NoticesEvent[] => [
    { type: "notices.refresh", at },
    received(),
    received(sessionStarted(4)),
    received(credited(5)),
    { type: "notices.read", version: 6, at },
    { type: "notices.markRead", number: 7, at },
    { type: "notices.markRead", number: 7, single: true, at },
    ...(value.count === "unknown" || value.count === "known"
      ? []
      : [
          counted(1, 0),
          counted(0, 7),
          { type: "notices.failed" as const, failure: { reason: "no-answer.network" }, at },
        ]),
  ],
  tells: ({ context }) => [context.read?.version, context.saidVersion, Math.min(context.collected.length, 1)],
})
