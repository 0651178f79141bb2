/**
 * Promises: the number of unread notices is the server's, queried again after each change;
 * the first notice is announced at once, and those that follow shortly are announced together.
 */
import { assign, type EventObject, emit, fromCallback, type SnapshotFrom, setup } from "xstate"
import type { Failure } from "../src/domain/failure.ts"
import { NOTICE_TOAST_MS, UNREAD_MAX } from "../src/domain/limits.ts"
import { isNotice, type MemberEvent } from "../src/domain/member-event.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { NoticesAnnounced, NoticesEvent, NoticesNotMarked } from "../src/events/notices.ts"

export interface NoticesContext {
  readonly unread: number
  /** What was read, as the server counted; null until its first answer. */
  readonly read: ReadNotices | null
  /** How often notices were marked as read, as the stream said; it may be ahead of the count. */
  readonly saidVersion: number
  /** Notices that are not announced yet, oldest first. */
  readonly collected: readonly MemberEvent[]
  readonly failure: Failure | null
}

export interface ReadNotices {
  /** Those of events up to this number … */
  readonly number: number
  /** … and these later ones. */
  readonly singly: readonly number[]
  /** Counts how often notices were marked as read. */
  readonly version: number
}

/** Marks the notices up to this number, or this one alone. */
export interface MarkJob {
  readonly number: number
  readonly single: boolean
}

const noticesIn = (event: NoticesEvent): readonly MemberEvent[] =>
  event.type === "notices.received" ? event.events.filter(isNotice) : []

export const noticesMachine = setup({
  types: {
    context: {} as NoticesContext,
    events: {} as NoticesEvent,
    emitted: {} as NoticesAnnounced | NoticesNotMarked,
    tags: {} as "marking",
  },
  actors: {
    /** notices.counted or notices.failed. */
    ask: fromCallback<EventObject>(unprovided("ask")),
    /** notices.counted or notices.failed. */
    mark: fromCallback<EventObject, MarkJob>(unprovided("mark")),
  },
  actions: {
    assignCount: assign(({ event }) =>
      event.type === "notices.counted"
        ? {
            unread: event.unread,
            read: { number: event.readNumber, singly: event.readSingly, version: event.readVersion },
            failure: null,
          }
        : {},
    ),
    assignRead: assign(({ context, event }) =>
      event.type === "notices.read" ? { saidVersion: Math.max(context.saidVersion, event.version) } : {},
    ),
    assignFailure: assign(({ event }) => (event.type === "notices.failed" ? { failure: event.failure } : {})),
    emitNotMarked: emit(({ event }) => ({
      type: "notices.notMarked" as const,
      failure: event.type === "notices.failed" ? event.failure : { reason: "system.internal" },
    })),
    collect: assign(({ context, event }) => ({
      collected: [...context.collected, ...noticesIn(event)].slice(-UNREAD_MAX),
    })),
    announce: emit(({ event }) => ({ type: "notices.announced" as const, events: noticesIn(event) })),
    announceCollected: emit(({ context }) => ({
      type: "notices.announced" as const,
      events: context.collected,
    })),
    clearCollected: assign({ collected: [] }),
  },
  guards: {
    hasNotices: ({ event }) => noticesIn(event).length > 0,
    hasCollected: ({ context }) => context.collected.length > 0,
    // without events it is unknown what has changed
    mayChangeCount: ({ event }) =>
      event.type === "notices.received" && (event.events.length === 0 || noticesIn(event).length > 0),
    isReadFurther: ({ context, event }) =>
      event.type === "notices.read" && event.version > (context.read?.version ?? -1),
    isOutdated: ({ context, event }) =>
      event.type === "notices.counted" && event.readVersion < context.saidVersion,
    isCounted: ({ context }) => context.read !== null,
  },
  delays: {
    pause: NOTICE_TOAST_MS,
  },
}).createMachine({
  id: "notices",
  description:
    "What happened to the member's money and records: how much of it is unread, and what is announced",
  type: "parallel",
  context: { unread: 0, read: null, saidVersion: 0, collected: [], failure: null },
  on: {
    "notices.read": { actions: "assignRead", description: "Notices are read, here or on another device" },
  },
  states: {
    count: {
      description: "How many notices are unread",
      initial: "unknown",
      states: {
        unknown: {
          description: "The server has not said it yet",
          on: {
            "notices.refresh": { target: "asking", description: "A page shows it" },
            "notices.received": { guard: "mayChangeCount", target: "asking" },
          },
        },
        asking: {
          description: "The server is asked",
          invoke: { id: "ask", src: "ask" },
          on: {
            "notices.counted": [
              {
                guard: "isOutdated",
                target: "asking",
                reenter: true,
                description: "More was read since; it is requested again",
              },
              { target: "known", actions: "assignCount" },
            ],
            "notices.failed": [
              {
                guard: "isCounted",
                target: "known",
                actions: "assignFailure",
                description: "The call fails; the last count stays",
              },
              { target: "unknown", actions: "assignFailure" },
            ],
            "notices.received": {
              guard: "mayChangeCount",
              target: "asking",
              reenter: true,
              description: "The answer under way may be outdated; it is requested again",
            },
            "notices.markRead": {
              target: "marking",
              description: "The member has read the notices; the answer to that counts them too",
            },
          },
        },
        known: {
          description: "The server's count is shown",
          on: {
            "notices.refresh": "asking",
            "notices.received": { guard: "mayChangeCount", target: "asking" },
            "notices.read": {
              guard: "isReadFurther",
              target: "asking",
              actions: "assignRead",
              description: "Notices were read on another device, or in another tab",
            },
            "notices.markRead": "marking",
          },
        },
        marking: {
          description: "The server is marking notices as read",
          tags: "marking",
          initial: "current",
          invoke: {
            id: "mark",
            src: "mark",
            input: ({ event }): MarkJob =>
              event.type === "notices.markRead"
                ? { number: event.number, single: event.single === true }
                : { number: 0, single: false },
          },
          on: {
            "notices.failed": [
              {
                guard: "isCounted",
                target: "known",
                actions: ["assignFailure", "emitNotMarked"],
                description: "The server refuses, or does not answer; the last count stays",
              },
              { target: "unknown", actions: ["assignFailure", "emitNotMarked"] },
            ],
          },
          states: {
            current: {
              description: "The answer will count every notice",
              on: {
                "notices.counted": { target: "#notices.count.known", actions: "assignCount" },
                "notices.received": { guard: "mayChangeCount", target: "outdated" },
              },
            },
            outdated: {
              description: "The answer may not count the newest notices",
              on: {
                "notices.counted": {
                  target: "#notices.count.asking",
                  actions: "assignCount",
                  description: "They are read; the new ones are requested",
                },
              },
            },
          },
        },
      },
    },
    arrivals: {
      description: "Which notices are announced, and when",
      initial: "quiet",
      states: {
        quiet: {
          description: "No notice was announced lately",
          on: {
            "notices.received": { guard: "hasNotices", target: "announced", actions: "announce" },
          },
        },
        announced: {
          description: "Notices were just announced; further ones are collected",
          after: {
            pause: [
              {
                guard: "hasCollected",
                target: "announced",
                reenter: true,
                actions: ["announceCollected", "clearCollected"],
                description: "What has arrived meanwhile is announced together",
              },
              { target: "quiet" },
            ],
          },
          on: {
            "notices.received": {
              actions: "collect",
              description: "Further notices wait for their turn",
            },
          },
        },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type NoticesSnapshot = SnapshotFrom<typeof noticesMachine>

/** How many notices are unread, at most UNREAD_MAX; 0 until the server has said it. */
export const selectUnread = ({ context }: NoticesSnapshot): number => context.unread

/** Which notices are read; null until the server has said it. */
export const selectRead = ({ context }: NoticesSnapshot): ReadNotices | null => context.read

export const isMarking = (snapshot: NoticesSnapshot): boolean => snapshot.hasTag("marking")
