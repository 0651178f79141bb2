/**
 * Event routing between the member's actors, in the form of the table in `event-routing.ts`. It is
 * loaded with them, after login.
 */

import type { NoticesEvent } from "../events/notices.ts"
import type { MemberChanged, MemberEventUnknown, MemberRead } from "../events/stream.ts"
import type { PositionStore } from "./effects/position-store.ts"

/** What rows act on. */
export interface MemberRouting {
  readonly positions: Pick<PositionStore, "applyEvents">
  readonly notices: { readonly send: (event: NoticesEvent) => void }
  /** Asks the server for a newer build of the app. */
  readonly lookForBuild: () => void
  readonly now: () => number
}

type Emitted = MemberChanged | MemberEventUnknown | MemberRead

interface MemberRow<Event extends Emitted> {
  readonly event: Event["type"]
  readonly when: null
  /** `app` for what is no actor. */
  readonly to: "notices" | "app"
  readonly sends: string
  readonly description: string
  readonly route: (emitted: { readonly type: string }, routing: MemberRouting) => void
}

const isOf = <Event extends Emitted>(
  emitted: { readonly type: string },
  type: Event["type"],
): emitted is Event => emitted.type === type

const row = <Event extends Emitted>(
  event: Event["type"],
  target: Pick<MemberRow<Event>, "to" | "sends" | "description">,
  does: (emitted: Event, routing: MemberRouting) => void,
): MemberRow<Event> => ({
  ...target,
  event,
  when: null,
  route: (emitted, routing) => {
    if (isOf<Event>(emitted, event)) does(emitted, routing)
  },
})

/** Rows by source, in the order in which they act. */
export const memberRoutingTable = {
  stream: [
    row<MemberChanged>(
      "member.changed",
      { to: "app", sends: "end positions", description: "A contract that has ended is shown as ended" },
      ({ events }, { positions }) => positions.applyEvents(events),
    ),
    row<MemberChanged>(
      "member.changed",
      {
        to: "notices",
        sends: "notices.received",
        description: "What the stream brings of the member may hold notices",
      },
      ({ events }, { notices, now }) => notices.send({ type: "notices.received", events, at: now() }),
    ),
    row<MemberEventUnknown>(
      "member.eventUnknown",
      {
        to: "notices",
        sends: "notices.refresh",
        description: "What this build does not know may be a notice",
      },
      (_, { notices, now }) => notices.send({ type: "notices.refresh", at: now() }),
    ),
    row<MemberEventUnknown>(
      "member.eventUnknown",
      { to: "app", sends: "look for a build", description: "A newer build knows it" },
      (_, { lookForBuild }) => lookForBuild(),
    ),
    row<MemberRead>(
      "member.read",
      { to: "notices", sends: "notices.read", description: "The member has read notices on any device" },
      ({ version }, { notices, now }) => notices.send({ type: "notices.read", version, at: now() }),
    ),
  ],
} as const

interface Source {
  readonly onEmit: (listener: (emitted: { readonly type: string }) => void) => unknown
}

/** Subscribes to the actors. */
export const routeMemberEvents = (stream: Source, routing: MemberRouting): void => {
  stream.onEmit((emitted) => {
    for (const { route } of memberRoutingTable.stream) route(emitted, routing)
  })
}
