import { Context, Effect } from "effect"
import { vi } from "vitest"
import { createActor, type EventObject } from "xstate"
import { streamMachine } from "../../machines/stream.ts"
import { NoAnswer } from "../../src/contract/errors.ts"
import { QUOTE_STALE_MS, STREAM_HEARTBEAT_MS, STREAM_SILENCE_MS } from "../../src/domain/limits.ts"
import type { StreamEvent } from "../../src/events/stream.ts"
import { streamWith } from "../../src/runtime/actors/member-actors.ts"
import type { Call } from "../../src/runtime/api/query-cache.ts"
import { Api, OfflineCache } from "../../src/runtime/api/services.ts"
import { createQuoteStore } from "../../src/runtime/stream/quote-store.ts"
import { cases } from "../model/events/stream.ts"
import { type OpenDriver, runInProcess } from "../model/harness/run-in-process.ts"

/** A socket whose other end is the test. */
class ControlledSocket {
  static last: ControlledSocket
  onopen: (() => void) | null = null
  onclose: (() => void) | null = null
  onmessage: ((message: { readonly data: unknown }) => void) | null = null

  constructor() {
    ControlledSocket.last = this
  }

  send(): void {}
  close(): void {}
}

/** A clock whose timers expire when the test says so, each by its delay. */
const openClock = () => {
  const timers = new Map<object, { readonly expire: () => void; readonly ms: number }>()
  return {
    clock: {
      setTimeout: (expire: () => void, ms: number) => {
        const id = {}
        timers.set(id, { expire, ms })
        return id
      },
      clearTimeout: (id: object) => void timers.delete(id),
    },
    expire: (delay: number) => {
      const [id, timer] = [...timers].find(([, { ms }]) => ms === delay) ?? []
      if (id) timers.delete(id)
      timer?.expire()
    },
  }
}

const DELAYS: Readonly<Record<string, number>> = {
  staleAfter: QUOTE_STALE_MS,
  deadAfter: STREAM_SILENCE_MS - QUOTE_STALE_MS,
  answerTimeout: STREAM_SILENCE_MS,
  heartbeat: STREAM_HEARTBEAT_MS,
}

const send = (message: object | string) =>
  ControlledSocket.last.onmessage?.({
    data: typeof message === "string" ? message : JSON.stringify(message),
  })

const stubBrowser = () => {
  const page = new EventTarget()
  vi.stubGlobal("WebSocket", ControlledSocket)
  vi.stubGlobal("navigator", { onLine: true })
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page))
  return page
}

const wireEvent = (number: number, kind: string) => ({
  ...{ number, kind, subject: "a-session", from: null, to: "started", by: "member" },
  ...{ amount: "0.00", paid: "0.00", contract: null, at_ms: 1 },
})

/** Causes what the event reports in what the stream stands on. */
const cause = (
  event: StreamEvent,
  from: string,
  answer: (endpoint: string, answered: Effect.Effect<object, NoAnswer>) => void,
  page: EventTarget,
) => {
  switch (event.type) {
    case "stream.passIssued":
      return answer("streamTicket", Effect.succeed({ ticket: "t1" }))
    case "stream.recalled":
      return answer("quotes", Effect.fail(new NoAnswer({ kind: "network", status: null })))
    case "stream.connected":
      return ControlledSocket.last.onopen?.()
    case "stream.answered":
      return send("pong")
    case "stream.framed":
      return send({ type: event.kind, frame: event.frame, at_ms: 1, quotes: [] })
    case "stream.eventsReceived": {
      const events = event.events.map(({ number, kind }) => wireEvent(number, kind))
      return send({ type: "member", number: event.number, events })
    }
    case "stream.eventsRead":
      return send({ type: "member", number: 7, events: [], marks: event.version })
    case "stream.siteReported":
      return send({ type: "site", open: event.isOpen })
    case "stream.wentOffline":
      return page.dispatchEvent(new Event("offline"))
    case "stream.cameOnline":
      return page.dispatchEvent(new Event("online"))
    case "stream.lost":
      if (from.endsWith("requestingPass"))
        return answer("streamTicket", Effect.fail(new NoAnswer({ kind: "server", status: 500 })))
      return event.failure.reason === "no-answer.malformed" ? send("{") : ControlledSocket.last.onclose?.()
    default:
      return
  }
}

const isStreamEvent = (event: EventObject): event is StreamEvent => event.type.startsWith("stream.")

const open: OpenDriver = (onActor) => {
  const page = stubBrowser()
  const resume = new Map<string, (answered: Effect.Effect<object, NoAnswer>) => void>()
  const call: Call = (endpoint) =>
    Effect.callback((done) => {
      resume.set(endpoint, (answered) =>
        done(Effect.map(answered, (data) => JSON.parse(JSON.stringify(data)))),
      )
    })
  const known = { data: { type: "snapshot", frame: 1, atMs: 1, quotes: [] }, atMs: 1 }
  const services = Context.make(Api, { call }).pipe(
    Context.add(OfflineCache, {
      recall: () => Effect.succeed(JSON.parse(JSON.stringify(known))),
      keep: () => Effect.void,
    }),
  )
  const options = {
    store: createQuoteStore((task) => task()),
    origin: () => "https://links.example",
    memberId: () => null,
    now: () => 1,
    roll: () => 0.5,
  }
  const machine = streamWith(services, options)
  const { clock, expire } = openClock()
  const actor = createActor(machine, { id: "stream", clock })
  onActor({ actor, machine, input: undefined })
  actor.start()
  return {
    trigger: async (event, from) => {
      // the programs have called the server by then
      await new Promise((resolve) => setImmediate(resolve))
      const delay = /^xstate\.after\.(\w+)\./.exec(event.type)?.[1]
      if (delay !== undefined) expire(DELAYS[delay] ?? actor.getSnapshot().context.pauseMs)
      else if (event.type === "stream.start" || event.type === "stream.stop")
        actor.send({ type: event.type, at: 1 })
      else if (isStreamEvent(event))
        cause(event, from, (endpoint, answered) => resume.get(endpoint)?.(answered), page)
    },
    close: () => {
      actor.stop()
      vi.unstubAllGlobals()
    },
  }
}

runInProcess(streamMachine, cases, open)
