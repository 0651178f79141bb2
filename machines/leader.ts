/**
 * Promises: one tab of a member leads and writes, by a Web Lock. The tab in which the member acts
 * becomes the leader: the one before it finishes its operation, flushes and hands over. A leader
 * that does not answer is frozen by the system: its lock is stolen, and event numbers keep it from
 * writing.
 */
import { assign, type EventObject, fromCallback, type SnapshotFrom, sendTo, setup } from "xstate"
import { LEADER_ASK_LIMIT_MS, LEADER_ASK_MS, LEADER_SILENCE_MS } from "../src/domain/limits.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { LeaderEvent, LockRequest, SendMessage } from "../src/events/leader.ts"

export interface LeaderInput {
  /** Unique to the tab. */
  readonly id: string
  /** False without channels: the leader cannot be asked, and its lock is stolen. */
  readonly hasChannel: boolean
}

export interface LeaderContext extends LeaderInput {
  /** The tab that this one hands over to. */
  readonly heir: string
  /**
   * How often the leader was asked since its last answer. Intervals are counted, not timed: while
   * this tab stalls, answers wait in its queue.
   */
  readonly unanswered: number
}

export const leaderMachine = setup({
  types: {
    context: {} as LeaderContext,
    input: {} as LeaderInput,
    events: {} as LeaderEvent,
    tags: {} as "leader" | "taking",
  },
  actors: {
    /**
     * Requests the lock, and holds it until it is stolen or released: leader.lockGranted,
     * leader.lockRefused, leader.lockLost. Stopping the actor gives it up. Without Web Locks it is
     * granted to every tab, and only event numbers keep them apart.
     */
    lock: fromCallback<LockRequest>(unprovided("lock")),
    /** Sends and receives messages: leader.wanted, leader.answered, leader.yielded. */
    channel: fromCallback<SendMessage>(unprovided("channel")),
    /** Reads the streams as the leader: leader.caughtUp. */
    catchUp: fromCallback<EventObject>(unprovided("catchUp")),
    /** Pauses the member's actors, then reads the streams as a follower: leader.paused. */
    pause: fromCallback<EventObject>(unprovided("pause")),
    /** Pauses, and writes everything received; then reads as a follower: leader.flushed. */
    flush: fromCallback<EventObject>(unprovided("flush")),
  },
  actions: {
    tryLock: sendTo("lock", { type: "lock.try" }),
    queueForLock: sendTo("lock", { type: "lock.queue" }),
    stealLock: sendTo("lock", { type: "lock.steal" }),
    releaseLock: sendTo("lock", { type: "lock.release" }),
    askLeader: sendTo("channel", ({ context }) => ({ type: "channel.send", word: "want", tab: context.id })),
    answerBusy: sendTo("channel", ({ event }) => ({
      type: "channel.send",
      word: "busy",
      tab: event.type === "leader.wanted" ? event.tab : "",
    })),
    yieldToHeir: sendTo("channel", ({ context }) => ({
      type: "channel.send",
      word: "yours",
      tab: context.heir,
    })),
    assignHeir: assign({ heir: ({ event }) => (event.type === "leader.wanted" ? event.tab : "") }),
    clearUnanswered: assign({ unanswered: 0 }),
    countUnanswered: assign({ unanswered: ({ context }) => context.unanswered + 1 }),
  },
  guards: {
    hasChannel: ({ context }) => context.hasChannel,
    isIdle: ({ event }) => event.type === "leader.wanted" && event.isIdle,
    isSilent: ({ context }) => (context.unanswered + 1) * LEADER_ASK_MS >= LEADER_SILENCE_MS,
  },
  delays: {
    askInterval: LEADER_ASK_MS,
    askLimit: LEADER_ASK_LIMIT_MS,
    silence: LEADER_SILENCE_MS,
  },
}).createMachine({
  id: "leader",
  description: "Which of a member's tabs writes",
  context: ({ input }) => ({ ...input, heir: "", unanswered: 0 }),
  invoke: [
    { id: "lock", src: "lock" },
    { id: "channel", src: "channel" },
  ],
  initial: "joining",
  states: {
    joining: {
      description: "The tab tries whether the lock is free",
      entry: "tryLock",
      on: {
        "leader.lockGranted": "leading",
        "leader.lockRefused": "following",
      },
    },
    following: {
      description: "Another tab leads; this one waits in the lock's queue",
      entry: "queueForLock",
      initial: "watching",
      on: {
        "leader.lockGranted": {
          target: "leading.catchingUp",
          description: "The leader's tab was closed, or has crashed or resigned",
        },
      },
      states: {
        watching: {
          description: "The tab shows what the leader writes",
          on: {
            "leader.takeOver": [
              {
                guard: "hasChannel",
                target: "asking",
                actions: "clearUnanswered",
                description: "The member acts in this tab",
              },
              { target: "stealing", description: "The member acts in this tab; no leader can be asked" },
            ],
          },
        },
        asking: {
          description: "The leader is asked to hand over",
          tags: "taking",
          after: {
            askLimit: { target: "stealing", description: "The leader is busy for too long" },
          },
          on: {
            "leader.answered": { actions: "clearUnanswered" },
            "leader.yielded": "stealing",
          },
          initial: "waiting",
          states: {
            waiting: {
              description: "An answer is awaited",
              entry: "askLeader",
              after: {
                askInterval: [
                  {
                    guard: "isSilent",
                    target: "#leader.following.stealing",
                    description: "The leader is frozen or gone",
                  },
                  { target: "waiting", reenter: true, actions: "countUnanswered" },
                ],
              },
            },
          },
        },
        stealing: {
          description: "The lock is taken from its holder",
          tags: "taking",
          entry: "stealLock",
          on: {
            "leader.lockRefused": "watching",
          },
        },
      },
    },
    leading: {
      description: "The tab holds the lock and writes",
      tags: "leader",
      initial: "recording",
      on: {
        "leader.lockLost": { target: "pausing", description: "Another tab has stolen the lock" },
        "leader.resign": {
          target: "pausing",
          actions: "releaseLock",
          description: "Another tab has written to the streams",
        },
      },
      states: {
        catchingUp: {
          description: "The actors are brought in line with what the last leader wrote",
          tags: "taking",
          invoke: { id: "catchUp", src: "catchUp" },
          on: {
            "leader.caughtUp": "recording",
            "leader.wanted": { actions: "answerBusy", description: "Another tab asks too early" },
          },
        },
        recording: {
          description: "The actors record what they receive",
          on: {
            "leader.wanted": [
              {
                guard: "isIdle",
                target: "#leader.flushing",
                actions: "assignHeir",
                description: "The member acts in another tab",
              },
              {
                actions: "answerBusy",
                description:
                  "An operation in progress finishes first: active tabs would take leadership from each other forever",
              },
            ],
          },
        },
      },
    },
    pausing: {
      description: "The leadership is lost and the actors are paused",
      invoke: { id: "pause", src: "pause" },
      on: {
        "leader.paused": "following",
      },
    },
    flushing: {
      description: "The actors are paused and what they received is written",
      invoke: { id: "flush", src: "flush" },
      on: {
        "leader.wanted": { actions: "answerBusy" },
        "leader.flushed": { target: "yielding", actions: "yieldToHeir" },
        "leader.lockLost": { target: "following", description: "The lock is stolen already" },
      },
    },
    yielding: {
      description: "The other tab is about to take the lock",
      after: {
        silence: {
          target: "following",
          actions: "releaseLock",
          description: "It does not take it; the next in the queue does",
        },
      },
      on: {
        "leader.lockLost": { target: "following", description: "The other tab leads" },
        "leader.takeOver": { target: "following.asking", actions: "clearUnanswered" },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type LeaderSnapshot = SnapshotFrom<typeof leaderMachine>

/** True while this tab writes the member's streams. */
export const isLeader = (snapshot: LeaderSnapshot): boolean => snapshot.hasTag("leader")

/** True until the tab knows its first role. */
export const isJoining = (snapshot: LeaderSnapshot): boolean => snapshot.matches("joining")

/** True while the tab becomes the leader. */
export const isTakingOver = (snapshot: LeaderSnapshot): boolean => snapshot.hasTag("taking")
