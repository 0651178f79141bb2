import { Schema } from "effect"
import { describe, expect, it, vi } from "vitest"
import { candlesMachine } from "../../machines/candles.ts"
import { ADDED_CANDLE_LIMIT } from "../../src/domain/limits.ts"
import { CandlesEvent } from "../../src/events/candles.ts"
import { createCandlesWatch } from "../../src/runtime/hooks/use-candles-watch.ts"
import { type Inspector, noopInspector } from "../../src/runtime/inspector.ts"
import { createPageActors } from "../../src/runtime/page-actors.ts"
import { cases } from "../model/events/candles.ts"
import { runInProcess } from "../model/harness/run-in-process.ts"
import { scenariosOf } from "../support/scenarios.ts"

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

describe("candles", () => {
  const compared = (day: string | null, added: number): CandlesEvent => ({
    type: "candles.compared",
    day,
    added,
    at: 1,
  })
  const { begins, scenario } = scenariosOf(candlesMachine)
  const does = [{ emits: "candles.refresh" }]

  begins("waiting", { context: { day: null } })

  scenario("follow the first price, and are asked for when a day begins", [
    [compared(null, ADDED_CANDLE_LIMIT + 1), "waiting"],
    [compared("a", 0), "following", { context: { day: "a" } }],
    [compared("a", ADDED_CANDLE_LIMIT), "following"],
    [compared(null, 0), "following"],
    [compared("b", 0), "following", { context: { day: "b" }, does }],
  ])

  scenario(
    "are asked for once when too many bars were added",
    [
      [compared("a", ADDED_CANDLE_LIMIT + 1), "outdated", { does }],
      [compared("a", ADDED_CANDLE_LIMIT + 2), "outdated"],
      [compared(null, ADDED_CANDLE_LIMIT + 2), "outdated"],
      [compared("b", ADDED_CANDLE_LIMIT + 3), "outdated", { context: { day: "b" }, does }],
      [compared("b", ADDED_CANDLE_LIMIT), "following"],
    ],
    [compared("a", 0)],
  )
})
