import { Context, Effect } from "effect"
import { vi } from "vitest"
import { createActor } from "xstate"
import { connectionMachine } from "../../machines/connection.ts"
import { NoAnswer } from "../../src/contract/errors.ts"
import { STREAM_HEARTBEAT_MS } from "../../src/domain/limits.ts"
import { createQuoteStore } from "../../src/runtime/effects/quote-store.ts"
import { Api } from "../../src/runtime/effects/services.ts"
import { noopInspector } from "../../src/runtime/inspector.ts"
import type { Call } from "../../src/runtime/query-cache.ts"
import { quoteConnection } from "../../src/runtime/quote-connection.ts"
import { cases } from "../model/events/connection.ts"
import { type OpenDriver, runInProcess } from "../model/harness/run-in-process.ts"

/** A socket whose other end is the test. */
class ControlledSocket {
  static last: ControlledSocket
  onopen: (() => void) | null = null
  onclose: (() => void) | null = null
  onerror: (() => void) | null = null
  onmessage: ((message: { readonly data: unknown }) => void) | null = null

  constructor() {
    ControlledSocket.last = this
  }

  send(): void {}
  close(): void {}
}

const open: OpenDriver = (onActor) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  vi.stubGlobal("WebSocket", ControlledSocket)
  let answer = (_with: Effect.Effect<object, NoAnswer>) => {}
  const call: Call = () =>
    Effect.callback((resume) => {
      answer = (said) => resume(Effect.map(said, (data) => JSON.parse(JSON.stringify(data))))
    })
  const options = {
    store: createQuoteStore((task) => task()),
    origin: () => "https://links.example",
    memberId: () => null,
    now: () => 1,
    roll: () => 0.5,
  }
  const stream = quoteConnection(Context.make(Api, { call }), options, { ...noopInspector, onActor })
  const actor = createActor(stream, { input: { after: null } }).start()
  return {
    trigger: async (event) => {
      // the program has called the server by then
      await new Promise((resolve) => setImmediate(resolve))
      const failure: unknown = Reflect.get(event, "failure")
      switch (event.type) {
        case "connection.ticketed":
          return answer(Effect.succeed({ ticket: "t1" }))
        case "connection.refused":
          return answer(Effect.fail(new NoAnswer({ kind: "server", status: 500 })))
        case "connection.opened":
          return ControlledSocket.last.onopen?.()
        case "connection.answered":
          return ControlledSocket.last.onmessage?.({ data: "pong" })
        case "connection.broke":
          return JSON.stringify(failure).includes("malformed")
            ? ControlledSocket.last.onmessage?.({ data: "{" })
            : ControlledSocket.last.onclose?.()
        default:
          await vi.advanceTimersByTimeAsync(STREAM_HEARTBEAT_MS)
      }
    },
    close: () => {
      actor.stop()
      vi.useRealTimers()
      vi.unstubAllGlobals()
    },
  }
}

runInProcess(connectionMachine, cases, open)
