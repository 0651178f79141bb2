import { setTimeout as pause } from "node:timers/promises"
import { Effect } from "effect"
import { type Connection, DbUnavailable, type Engine } from "./db.ts"
import type { EngineThread } from "./engine-thread.ts"

/** Limits of the embedded engine's watchdog. */
export interface EngineLimits {
  /** A thread that is asked and answers nothing for this time is silent: calls are refused. */
  readonly silentAfterMs: number
  /** A thread that is silent for this time is ended, and the directory is opened by a new one. */
  readonly endAfterMs: number
  readonly lookEveryMs: number
  /** Pause between two attempts to open the directory. */
  readonly reopenEveryMs: number
  /** Time for the checkpoint at the end. */
  readonly closeWithinMs: number
  /** Calls that wait for the connection. Further ones are refused. */
  readonly waitingMax: number
}

/** A statement ends as late as on PostgreSQL; a call is refused before its client gives up. */
export const ENGINE_LIMITS: EngineLimits = {
  silentAfterMs: 5_000,
  endAfterMs: 15_000,
  lookEveryMs: 500,
  reopenEveryMs: 1_000,
  closeWithinMs: 4_000,
  waitingMax: 4_096,
}

const refusalOf = (message: string) => new DbUnavailable({ message, outcome: "none" })

/** Who waits for the connection. */
interface Waiter {
  readonly grant: () => void
  readonly refuse: (reason: string) => void
}

/** Lends the one connection to one borrower after another, in the order of their calls. */
const makeTurns = (
  waitingMax: number,
  connectionOf: () => Connection,
  reasonToRefuse: () => string | null,
) => {
  const waiting: Waiter[] = []
  let isLent = false
  const wait = Effect.callback<Connection, DbUnavailable>((resume) => {
    waiting.push({
      grant: () => resume(Effect.sync(connectionOf)),
      refuse: (reason) => resume(Effect.fail(refusalOf(reason))),
    })
  })
  const take = Effect.suspend(() => {
    const reason = reasonToRefuse()
    if (reason !== null) return Effect.fail(refusalOf(reason))
    if (isLent && waiting.length >= waitingMax)
      return Effect.fail(refusalOf("Too many calls wait for the embedded database."))
    if (isLent) return wait
    isLent = true
    return Effect.sync(connectionOf)
  })
  const pass = Effect.sync(() => {
    const next = waiting.shift()
    if (next === undefined) isLent = false
    else next.grant()
  })
  return {
    borrow: <A, E, R>(use: (connection: Connection) => Effect.Effect<A, E, R>) =>
      Effect.acquireUseRelease(take, use, () => pass),
    refuseWaiting: (reason: string): void => {
      for (const { refuse } of waiting.splice(0)) refuse(reason)
    },
  }
}

/**
 * Measures how long a thread has been asked without an answer, in looks: a process that was
 * suspended meanwhile has looked once.
 */
export const makeSilence = (lookEveryMs: number) => {
  let answered = -1
  let silentMs = 0
  return (thread: Pick<EngineThread, "answered" | "isAsked">): number => {
    const isSilent = thread.isAsked() && thread.answered() === answered
    silentMs = isSilent ? silentMs + lookEveryMs : 0
    answered = thread.answered()
    return silentMs
  }
}

/** An engine whose thread is replaced when it ends or answers no more. */
export interface EmbeddedEngine extends Engine {
  readonly close: () => Promise<void>
}

const seconds = (ms: number): string => `${ms / 1_000} s`

/**
 * Opens the engine and watches its thread. A thread that is silent makes every call fail at once;
 * one that does not answer at all is ended, and the next opens the directory only after that, so
 * that there are never two.
 */
export const superviseEngine = async (
  open: () => Promise<EngineThread>,
  limits: EngineLimits,
): Promise<EmbeddedEngine> => {
  let thread = await open()
  let lostBecause: string | null = null
  /** Number of answers when the thread was found silent: the next answer ends the silence. */
  let silentAfterAnswer: number | null = null
  let isClosed = false
  const isSilent = () => silentAfterAnswer === thread.answered()
  const silentReason = `The embedded database has not answered for ${seconds(limits.silentAfterMs)}.`
  const endReason = `The embedded database had not answered for ${seconds(limits.endAfterMs)} and is opened again.`
  const turns = makeTurns(
    limits.waitingMax,
    () => thread.connection,
    () => lostBecause ?? (isSilent() ? silentReason : null),
  )
  const silenceOf = makeSilence(limits.lookEveryMs)

  const look = (): void => {
    if (lostBecause !== null) return
    const silentMs = silenceOf(thread)
    silentAfterAnswer = silentMs >= limits.silentAfterMs ? thread.answered() : null
    if (isSilent()) turns.refuseWaiting(silentReason)
    if (silentMs >= limits.endAfterMs) void thread.terminate(endReason)
  }

  const reopen = async (reason: string): Promise<void> => {
    lostBecause = reason
    turns.refuseWaiting(reason)
    while (!isClosed) {
      try {
        thread = await open()
        lostBecause = null
        silentAfterAnswer = null
        return follow()
      } catch (thrown) {
        lostBecause = thrown instanceof Error ? thrown.message : String(thrown)
        await pause(limits.reopenEveryMs)
      }
    }
  }
  const follow = (): void => {
    if (isClosed) void thread.terminate("The embedded database is closed.")
    else void thread.ended.then((reason) => (isClosed ? undefined : reopen(reason)))
  }

  follow()
  const timer = setInterval(look, limits.lookEveryMs)
  timer.unref()
  return {
    name: "pglite",
    borrow: turns.borrow,
    close: async () => {
      isClosed = true
      clearInterval(timer)
      if (lostBecause === null) await thread.close(isSilent() ? 0 : limits.closeWithinMs)
    },
  }
}
