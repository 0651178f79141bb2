import { describe } from "vitest"
import { pollingMachine } from "../../machines/polling.ts"
import type { PollingEvent } from "../../src/events/polling.ts"
import { scenariosOf } from "../support/scenarios.ts"

const say = (word: "start" | "stop" | "foundHidden" | "foundCalm" | "foundDue"): PollingEvent => ({
  type: `polling.${word}`,
  at: 1,
})
const [start, stop] = [say("start"), say("stop")]
const asks = { emits: "polling.refresh" }

describe("what is pending", () => {
  const { begins, scenario } = scenariosOf(pollingMachine, { input: { intervalMs: 100, limit: null } })

  begins("idle", { context: { intervalMs: 100, limit: null, count: 0 } })

  scenario("is asked for after each interval until it is no longer pending", [
    [say("foundDue"), "idle"],
    [100, "idle"],
    [start, "watching.calm", { does: ["start look"] }],
    [99, "watching.calm"],
    [1, "watching.calm", { context: { count: 1 }, does: [asks] }],
    [100, "watching.calm", { context: { count: 2 }, does: [asks] }],
    [stop, "idle", { does: ["stop look"] }],
    [start, "watching.calm", { context: { count: 0 }, does: ["start look"] }],
  ])

  scenario(
    "is asked for at each look while a change is due, and at no interval",
    [
      [say("foundCalm"), "watching.calm"],
      [say("foundDue"), "watching.due", { does: [asks] }],
      [say("foundDue"), "watching.due", { does: [asks] }],
      [100, "watching.due"],
      [say("foundCalm"), "watching.calm"],
      [100, "watching.calm", { context: { count: 1 }, does: [asks] }],
    ],
    [start],
  )

  scenario(
    "is not asked for while the document is hidden, and once when it is visible again",
    [
      [say("foundHidden"), "watching.hidden"],
      [100, "watching.hidden"],
      [say("foundCalm"), "watching.calm", { does: [asks] }],
      [say("foundHidden"), "watching.hidden"],
      [say("foundDue"), "watching.due", { does: [asks] }],
    ],
    [start],
  )

  scenariosOf(pollingMachine, { input: { intervalMs: 100, limit: 2 } }).scenario(
    "that may never change is asked for a limited number of times",
    [
      [100, "watching.calm", { context: { count: 1 }, does: [asks] }],
      [100, "spent", { does: ["stop look", asks] }],
      [100, "spent"],
      [start, "spent"],
      [stop, "idle"],
    ],
    [start],
  )
})
