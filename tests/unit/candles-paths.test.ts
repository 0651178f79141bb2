import { Schema } from "effect"
import { expect, it, vi } from "vitest"
import { candlesMachine } from "../../machines/candles.ts"
import { ADDED_CANDLE_LIMIT } from "../../src/domain/limits.ts"
import { CandlesEvent } from "../../src/events/candles.ts"
import { createCandlesWatch } from "../../src/runtime/hooks/use-candles-watch.ts"
import { type Inspector, noopInspector } from "../../src/runtime/inspector.ts"
import { createPageActors } from "../../src/runtime/page-actors.ts"
import { cases } from "../model/events/candles.ts"
import { runInProcess } from "../model/harness/run-in-process.ts"

const isCandlesEvent = Schema.is(CandlesEvent)

const openPage = (onActor: Inspector["onActor"] = () => {}) => {
  const pageActors = createPageActors({ ...noopInspector, onActor })
  const { actor, compare } = createCandlesWatch({ pageActors, now: () => 1 })
  const reports = vi.fn()
  actor.onEmit(reports)
  actor.start("p1")
  return { reports, compare }
}

runInProcess(candlesMachine, cases, (onActor) => {
  const { compare } = openPage(onActor)
  return {
    trigger: (event) => {
      if (isCandlesEvent(event)) compare(event)
    },
  }
})

it("asks for candles once for each new day and each answer that has become too old", () => {
  const { reports, compare } = openPage()
  const full = ADDED_CANDLE_LIMIT + 1
  for (const day of [null, "a", null, "a"]) compare({ day, added: 0 })
  expect(reports).not.toHaveBeenCalled()
  compare({ day: "b", added: 0 })
  for (const added of [full, full + 1, 0, full]) compare({ day: "b", added })
  compare({ day: "c", added: full })
  expect(reports).toHaveBeenCalledTimes(4)
})
