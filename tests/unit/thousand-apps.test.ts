// @module-tag sweep
/**
 * A thousand apps that lose their prices at one moment, in virtual time: they come back soon, and
 * never all at once.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { createActor, fromCallback } from "xstate"
import { type ConnectionJob, streamMachine, streamPhase } from "../../machines/stream.ts"
import type { SendHeartbeat, StreamEvent } from "../../src/events/stream.ts"
import { makeDice } from "../chaos/seeded-dice.ts"
import { isExhaustive } from "../support/exhaustive.ts"

const APPS = isExhaustive ? 1_000 : 200
beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())
/** A frame keeps an app's prices live; each app gets one this often. */
const FRAME_MS = 2_000
/** There and back to the server. */
const TRIP_MS = 60
const BACK_WITHIN_MS = 10_000
const BACK_SHARE = 0.95

/**
 * A server for all of them: `cut` drops every connection there is, and turns new ones away for so
 * long.
 */
const makeServer = (roll: () => number) => {
  const open = new Map<object, (fact: StreamEvent) => void>()
  const arrivals: number[] = []
  let closedUntilMs = 0
  const lost = (): StreamEvent => ({
    type: "stream.lost",
    failure: { reason: "no-answer.network" },
    roll: roll(),
    at: Date.now(),
  })
  const connection = fromCallback<SendHeartbeat, ConnectionJob>(({ sendBack }) => {
    const id = {}
    let frame = 0
    let timer: NodeJS.Timeout | undefined
    const send = (): void => {
      const at = Date.now()
      sendBack({ type: "stream.framed", kind: frame === 0 ? "snapshot" : "frame", frame, roll: roll(), at })
      frame += 1
      timer = setTimeout(send, FRAME_MS)
    }
    arrivals.push(Date.now())
    timer = setTimeout(() => {
      const at = Date.now()
      if (at < closedUntilMs) return sendBack(lost())
      open.set(id, sendBack)
      sendBack({ type: "stream.passIssued", at })
      sendBack({ type: "stream.connected", at })
      send()
    }, TRIP_MS)
    return () => {
      open.delete(id)
      clearTimeout(timer)
    }
  })
  return {
    connection,
    arrivals: (sinceMs: number) => arrivals.filter((atMs) => atMs >= sinceMs),
    cut: (forMs: number) => {
      closedUntilMs = Date.now() + forMs
      for (const tell of [...open.values()]) tell(lost())
    },
  }
}

const openApps = (seed: number) => {
  const dice = makeDice(seed)
  const server = makeServer(() => dice.roll(100_000) / 100_000)
  const machine = streamMachine.provide({
    actors: {
      connection: server.connection,
      watchNetwork: fromCallback(() => undefined),
      rememberPrices: fromCallback(() => undefined),
    },
  })
  const apps = Array.from({ length: APPS }, () => createActor(machine).start())
  for (const app of apps) app.send({ type: "stream.start", at: 0 })
  const liveCount = () => apps.filter((app) => streamPhase(app.getSnapshot()) === "live").length
  return { server, liveCount }
}

describe("a thousand apps that lose their prices at once", () => {
  it.each([
    { what: "by a short break", closedForMs: 0 },
    { what: "by a restart of the server that takes two seconds", closedForMs: 2_000 },
  ])(
    "$what are back in ten seconds, 95 of 100 of them, and spread over time",
    { timeout: 120_000 },
    ({ closedForMs }) => {
      const { server, liveCount } = openApps(7)
      vi.advanceTimersByTime(200)
      expect(liveCount()).toBe(APPS)
      const cutAtMs = Date.now()
      server.cut(closedForMs)
      expect(liveCount()).toBe(0)
      vi.advanceTimersByTime(BACK_WITHIN_MS)
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
