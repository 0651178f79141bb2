/**
 * A thousand apps that lose their prices at one moment, in virtual time: they come back soon, and
 * never all at once.
 */
import { describe, expect, it } from "vitest"
import { createActor, type EventObject, fromCallback } from "xstate"
import { marketMachine, marketPhase, type StreamJob } from "../../machines/market.ts"
import type { MarketEvent } from "../../src/events/market.ts"
import { makeDice } from "../chaos/seeded-dice.ts"

const APPS = 1_000
/** A frame keeps an app's prices live; each app gets one this often. */
const FRAME_MS = 2_000
/** There and back to the server. */
const TRIP_MS = 60
const BACK_WITHIN_MS = 10_000
const BACK_SHARE = 0.95

/**
 * Virtual time in whole milliseconds. XState's own sorts every timer again after each one that is
 * taken back, which thousands of apps are too many for.
 */
const makeClock = () => {
  const due = new Map<number, Map<number, () => void>>()
  const dueAt = new Map<number, number>()
  let nowMs = 0
  let lastId = 0
  const clock = {
    now: () => nowMs,
    setTimeout: (task: () => void, timeoutMs: number): number => {
      const atMs = nowMs + Math.max(1, Math.ceil(timeoutMs))
      lastId += 1
      const tasks = due.get(atMs) ?? new Map<number, () => void>()
      due.set(atMs, tasks.set(lastId, task))
      dueAt.set(lastId, atMs)
      return lastId
    },
    clearTimeout: (id: number): void => {
      due.get(dueAt.get(id) ?? -1)?.delete(id)
      dueAt.delete(id)
    },
  }
  const pass = (ms: number): void => {
    for (const endMs = nowMs + ms; nowMs < endMs; ) {
      nowMs += 1
      for (const [id, task] of due.get(nowMs) ?? []) {
        dueAt.delete(id)
        task()
      }
      due.delete(nowMs)
    }
  }
  return { clock, pass }
}
type VirtualClock = ReturnType<typeof makeClock>["clock"]

/**
 * A server for all of them: `cut` drops every connection there is, and turns new ones away for so
 * long.
 */
const makeServer = (clock: VirtualClock, roll: () => number) => {
  const open = new Map<object, (fact: MarketEvent) => void>()
  const arrivals: number[] = []
  let closedUntilMs = 0
  const lost = (): MarketEvent => ({
    type: "market.lost",
    failure: { reason: "no-answer.network" },
    roll: roll(),
    at: clock.now(),
  })
  const stream = fromCallback<EventObject, StreamJob>(({ sendBack }) => {
    const connection = {}
    let frame = 0
    let timer = 0
    const send = (): void => {
      const at = clock.now()
      sendBack({ type: "market.framed", kind: frame === 0 ? "snapshot" : "frame", frame, roll: roll(), at })
      frame += 1
      timer = clock.setTimeout(send, FRAME_MS)
    }
    arrivals.push(clock.now())
    timer = clock.setTimeout(() => {
      const at = clock.now()
      if (at < closedUntilMs) return sendBack(lost())
      open.set(connection, sendBack)
      sendBack({ type: "market.ticketed", at })
      sendBack({ type: "market.connected", at })
      send()
    }, TRIP_MS)
    return () => {
      open.delete(connection)
      clock.clearTimeout(timer)
    }
  })
  return {
    stream,
    arrivals: (sinceMs: number) => arrivals.filter((atMs) => atMs >= sinceMs),
    cut: (forMs: number) => {
      closedUntilMs = clock.now() + forMs
      for (const tell of [...open.values()]) tell(lost())
    },
  }
}

const openApps = (seed: number) => {
  const { clock, pass } = makeClock()
  const dice = makeDice(seed)
  const server = makeServer(clock, () => dice.roll(100_000) / 100_000)
  const machine = marketMachine.provide({
    actors: {
      stream: server.stream,
      watchNetwork: fromCallback(() => undefined),
      rememberPrices: fromCallback(() => undefined),
    },
  })
  const apps = Array.from({ length: APPS }, () => createActor(machine, { clock }).start())
  for (const app of apps) app.send({ type: "market.start", at: 0 })
  const liveCount = () => apps.filter((app) => marketPhase(app.getSnapshot()) === "live").length
  return { clock, server, pass, liveCount }
}

describe("a thousand apps that lose their prices at once", () => {
  it.each([
    { what: "by a short break", closedForMs: 0 },
    { what: "by a restart of the server that takes two seconds", closedForMs: 2_000 },
  ])(
    "$what are back in ten seconds, 95 of 100 of them, and spread over time",
    { timeout: 120_000 },
    ({ closedForMs }) => {
      const { clock, server, pass, liveCount } = openApps(7)
      pass(200)
      expect(liveCount()).toBe(APPS)
      const cutAtMs = clock.now()
      server.cut(closedForMs)
      expect(liveCount()).toBe(0)
      pass(BACK_WITHIN_MS)
      expect(liveCount()).toBeGreaterThanOrEqual(APPS * BACK_SHARE)
      const perTenth = new Map<number, number>()
      for (const atMs of server.arrivals(cutAtMs)) {
        const tenth = Math.floor((atMs - cutAtMs) / 100)
        perTenth.set(tenth, (perTenth.get(tenth) ?? 0) + 1)
      }
      // without chance in the pauses all of them would come in the same tenth of a second
      expect(Math.max(...perTenth.values())).toBeLessThanOrEqual(APPS * 0.35)
    },
  )
})
