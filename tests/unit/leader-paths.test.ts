import { vi } from "vitest"
import { leaderMachine } from "../../machines/leader.ts"
import { LEADER_ASK_LIMIT_MS, LEADER_ASK_MS, LEADER_SILENCE_MS } from "../../src/domain/limits.ts"
import type { Locks } from "../../src/journal/tab-id.ts"
import { noopInspector } from "../../src/runtime/actors/inspector.ts"
import { type Channel, joinLeaderElection } from "../../src/runtime/journal/leader-election.ts"
import { cases } from "../model/events/leader.ts"
import { type OpenDriver, runInProcess } from "../model/harness/run-in-process.ts"

interface LockCall {
  readonly grant: () => void
  readonly refuse: () => void
  /** Another tab steals the lock. */
  readonly steal: () => void
}

/** Locks that are granted, refused and stolen when the test says so. */
const controlledLocks = () => {
  const waiting: LockCall[] = []
  let held: LockCall | undefined
  const request: Locks["request"] = (name, _options, hold) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const call: LockCall = {
      grant: () => {
        held = call
        Promise.resolve(hold({ name, mode: "exclusive" })).then(resolve)
      },
      refuse: () => resolve(hold(null)),
      steal: () => reject(new DOMException("stolen", "AbortError")),
    }
    waiting.push(call)
    return promise
  }
  return {
    locks: { request },
    grant: () => waiting.pop()?.grant(),
    refuse: () => waiting.pop()?.refuse(),
    steal: () => held?.steal(),
  }
}

const input = (of: unknown, name: string): unknown =>
  typeof of === "object" && of !== null ? Reflect.get(of, name) : undefined

const open: OpenDriver = (onActor, path) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const { locks, grant, refuse, steal } = controlledLocks()
  const channel: Channel = { onmessage: null, postMessage: () => {}, close: () => {} }
  let isIdle = true
  let finish = () => {}
  const work = (): Promise<void> =>
    new Promise((resolve) => {
      finish = resolve
    })
  const election = joinLeaderElection({
    locks,
    channel: input(path.input, "hasChannel") === true ? channel : undefined,
    name: "test",
    id: "t1",
    now: () => 1,
    inspector: { ...noopInspector, onActor },
    onLeader: work,
    onFollower: work,
    onHandOver: work,
    isIdle: () => isIdle,
    onRows: () => {},
  })
  const receive = (word: string, tab: string) =>
    channel.onmessage?.(new MessageEvent("message", { data: { word, tab } }))
  /** The leader answers each request, until the tab waits no longer. */
  const beBusy = async () => {
    for (let askedMs = 0; askedMs < LEADER_ASK_LIMIT_MS; askedMs += LEADER_ASK_MS) {
      receive("busy", "t1")
      await vi.advanceTimersByTimeAsync(LEADER_ASK_MS)
    }
  }
  return {
    trigger: async (event) => {
      if (event.type.includes("askLimit")) return await beBusy()
      if (event.type.includes("askInterval")) return void (await vi.advanceTimersByTimeAsync(LEADER_ASK_MS))
      if (event.type.includes("silence")) return void (await vi.advanceTimersByTimeAsync(LEADER_SILENCE_MS))
      switch (event.type) {
        case "leader.takeOver":
          return void election.takeOver()
        case "leader.resign":
          return election.resign()
        case "leader.lockGranted":
          return grant()
        case "leader.lockRefused":
          return refuse()
        case "leader.lockLost":
          return steal()
        case "leader.wanted":
          isIdle = input(event, "isIdle") === true
          return receive("want", "t2")
        case "leader.answered":
          // what the leader says to another tab is an answer, and no more
          return receive("yours", "t2")
        case "leader.yielded":
          return receive("yours", "t1")
        default:
          return finish()
      }
    },
    close: () => {
      election.close()
      vi.useRealTimers()
    },
  }
}

runInProcess(leaderMachine, cases, open)
