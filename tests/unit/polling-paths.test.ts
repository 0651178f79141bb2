import { vi } from "vitest"
import { pollingMachine } from "../../machines/polling.ts"
import { noopInspector } from "../../src/runtime/inspector.ts"
import { createPageActors } from "../../src/runtime/page-actors.ts"
import { createPolling } from "../../src/runtime/polling.ts"
import { cases } from "../model/events/polling.ts"
import { type OpenDriver, runInProcess } from "../model/harness/run-in-process.ts"

const EVERY_MS = 1_500
const at = 1

const open: OpenDriver = (onActor, { input }) => {
  const limit = Number(typeof input === "object" && input !== null ? Reflect.get(input, "limit") : 0)
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const screen = { hidden: false, isDue: false }
  vi.stubGlobal("document", {
    get hidden() {
      return screen.hidden
    },
  })
  const polling = createPolling(createPageActors({ ...noopInspector, onActor }), "test", {
    intervalMs: 10_000,
    everyMs: EVERY_MS,
    isDue: () => screen.isDue,
    limit: limit > 0 ? limit : null,
  })
  polling.start("page")
  const look = async () => {
    await vi.advanceTimersByTimeAsync(EVERY_MS)
  }
  return {
    trigger: async ({ type }) => {
      if (type === "polling.start" || type === "polling.stop") return polling.send({ type, at })
      if (type.startsWith("xstate.after")) {
        await vi.advanceTimersByTimeAsync(10_000)
        return
      }
      screen.hidden = type === "polling.foundHidden"
      screen.isDue = type === "polling.foundDue"
      await look()
    },
    close: () => {
      vi.useRealTimers()
      vi.unstubAllGlobals()
    },
  }
}

runInProcess(pollingMachine, cases, open)
