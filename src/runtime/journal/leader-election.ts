/**
 * Leader election among the tabs of a member: hosts the `leader` machine over a Web Lock and a
 * BroadcastChannel. The leader writes; followers apply its rows.
 */
import type { Row } from "@financial-links/journal"
import { fromCallback, waitFor } from "xstate"
import {
  isJoining,
  isLeader,
  isTakingOver,
  type LeaderSnapshot,
  leaderMachine,
} from "../../../machines/leader.ts"
import type { ElectionMessage, LeaderEvent, LockRequest, SendMessage } from "../../events/leader.ts"
import { LOCK_LIMIT_MS, type Locks } from "../../journal/tab-id.ts"
import { createObservedActor } from "../actors/actor-host.ts"
import type { Inspector } from "../actors/inspector.ts"

/** The used part of a BroadcastChannel. */
export interface Channel {
  postMessage(message: unknown): void
  close(): void
  onmessage: ((event: MessageEvent<unknown>) => void) | null
}

export interface LeaderElectionOptions {
  /** Undefined without Web Locks: every tab leads, and only event numbers prevent conflicts. */
  readonly locks: Locks | undefined
  readonly channel: Channel | undefined
  readonly name: string
  /** Unique to the tab. */
  readonly id: string
  readonly now: () => number
  readonly inspector?: Inspector | undefined
  /** This tab leads now. `takeOver` waits for the returned promise, which never rejects. */
  readonly onLeader: () => Promise<void>
  /** Another tab leads: pauses receiving. Never rejects. */
  readonly onFollower: () => Promise<void>
  /** False while an operation must not be interrupted. Read for each request of another tab. */
  readonly isIdle: () => boolean
  /** Pauses receiving; resolves when everything received is written. Never rejects. */
  readonly onHandOver: () => Promise<void>
  /** A leader wrote these rows; perhaps one that has not noticed yet that this tab leads. */
  readonly onRows: (rows: readonly Row[]) => void
}

export interface LeaderElection {
  /** Resolves when this tab knows its first role. */
  readonly joined: Promise<void>
  readonly isLeader: () => boolean
  /** Resolves when this tab leads, or when another tab was faster; the caller may try again. */
  readonly takeOver: () => Promise<void>
  /** Gives up leadership: another tab has written to this leader's streams. */
  readonly resign: () => void
  readonly publish: (rows: readonly Row[]) => void
  readonly close: () => void
}

type Tell = (type: Exclude<LeaderEvent["type"], "leader.wanted">) => void

const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && "stream" in value && "seq" in value && "event" in value

const isElectionMessage = (value: unknown): value is ElectionMessage =>
  typeof value === "object" && value !== null && "word" in value && "tab" in value

/** Without Web Locks every tab leads. */
const noLocks: Locks = {
  request: async (name, _options, hold) => hold({ name, mode: "exclusive" }),
}

/**
 * Requests the lock as it is asked to. A stolen lock is one whose promise rejects. A browser that does
 * not answer within the limit is one without Web Locks: the tab leads, until a late answer.
 */
const lockActor = (locks: Locks, name: string, now: () => number) =>
  fromCallback<LockRequest>(({ receive, sendBack }) => {
    const leaving = new AbortController()
    const tell: Tell = (type) => sendBack({ type, at: now() })
    /** From acquiring the lock until it is released or stolen. */
    let term: PromiseWithResolvers<void> | null = null
    let isQueued = false

    const request = (options: LockOptions): void => {
      const own = Promise.withResolvers<void>()
      let isGranted = false
      const grant = () => {
        isGranted = true
        term = own
        tell("leader.lockGranted")
      }
      // a queued request waits for as long as another tab leads
      const limit = options.signal ? undefined : setTimeout(grant, LOCK_LIMIT_MS)
      const hold = (lock: Lock | null) => {
        clearTimeout(limit)
        if (options.signal) isQueued = false
        if (lock === null && term === own) {
          term = null
          return tell("leader.lockLost")
        }
        if (lock === null || leaving.signal.aborted) return tell("leader.lockRefused")
        if (!isGranted) grant()
        return own.promise
      }
      leaving.signal.addEventListener("abort", () => clearTimeout(limit))
      locks.request(name, options, hold).catch(() => {
        clearTimeout(limit)
        if (options.signal) isQueued = false
        if (term === own) {
          term = null
          tell("leader.lockLost")
        } else if (!isGranted) tell("leader.lockRefused")
      })
    }
    const release = () => {
      term?.resolve()
      term = null
    }
    receive(({ type }) => {
      if (type === "lock.try") request({ ifAvailable: true })
      else if (type === "lock.steal") request({ steal: true })
      else if (type === "lock.release") release()
      else if (!isQueued) {
        isQueued = true
        request({ signal: leaving.signal })
      }
    })
    return () => {
      leaving.abort()
      release()
    }
  })

const channelActor = ({ channel, id, isIdle, onRows, now }: LeaderElectionOptions) =>
  fromCallback<SendMessage>(({ receive, sendBack }) => {
    if (!channel) return
    const tell = (event: LeaderEvent) => sendBack(event)
    channel.onmessage = ({ data }) => {
      if (Array.isArray(data)) onRows(data.filter(isRow))
      else if (!isElectionMessage(data)) return
      else if (data.word === "want")
        tell({ type: "leader.wanted", tab: data.tab, isIdle: isIdle(), at: now() })
      else if (data.word === "yours" && data.tab === id) tell({ type: "leader.yielded", at: now() })
      else tell({ type: "leader.answered", at: now() })
    }
    receive(({ word, tab }) => channel.postMessage({ word, tab } satisfies ElectionMessage))
  })

const machineFor = (options: LeaderElectionOptions) => {
  const { locks, name, now, onLeader, onFollower, onHandOver } = options
  // the work never rejects; stopping the actor does not end it, and its fact is then ignored
  const after = (work: () => Promise<void>, type: LeaderEvent["type"]) =>
    fromCallback(({ sendBack }) => void work().then(() => sendBack({ type, at: now() })))
  return leaderMachine.provide({
    actors: {
      lock: lockActor(locks ?? noLocks, name, now),
      channel: channelActor(options),
      catchUp: after(onLeader, "leader.caughtUp"),
      flush: after(onHandOver, "leader.flushed"),
      pause: after(onFollower, "leader.paused"),
    },
  })
}

export const joinLeaderElection = (options: LeaderElectionOptions): LeaderElection => {
  const { channel, id, now, inspector } = options
  const machine = machineFor(options)
  const input = { id, hasChannel: channel !== undefined }
  const { actor, start } = createObservedActor({ id: "leader", machine, input }, inspector)
  start()
  /** Resolves also when the election is closed. */
  const until = (isReached: (snapshot: LeaderSnapshot) => boolean): Promise<void> =>
    waitFor(actor, isReached).then(
      () => {},
      () => {},
    )
  const tell: Tell = (type) => {
    if (actor.getSnapshot().status === "active") actor.send({ type, at: now() })
  }
  return {
    joined: until((snapshot) => !isJoining(snapshot)),
    isLeader: () => isLeader(actor.getSnapshot()),
    takeOver: () => {
      tell("leader.takeOver")
      return until((snapshot) => !isTakingOver(snapshot))
    },
    resign: () => tell("leader.resign"),
    publish: (rows) => channel?.postMessage(rows),
    close: () => {
      actor.stop()
      if (!channel) return
      channel.onmessage = null
      channel.close()
    },
  }
}
