import { describe } from "vitest"
import { isCurrent, streamsMachine } from "../../machines/streams.ts"
import type { StreamsEvent } from "../../src/events/streams.ts"
import { scenariosOf } from "../support/scenarios.ts"

const say = (word: "catchUp" | "received" | "read" | "applied"): StreamsEvent => ({
  type: `streams.${word}`,
  at: 1,
})
const [catchUp, received, read, applied] = [say("catchUp"), say("received"), say("read"), say("applied")]
const begun = { shows: { isCurrent: false } }
const done = { shows: { isCurrent: true } }

describe("the streams of a member", () => {
  const { begins, scenario } = scenariosOf(streamsMachine, {
    shows: (snapshot) => ({ isCurrent: isCurrent(snapshot) }),
  })

  begins("current", { context: { waiting: 0 }, shows: { isCurrent: true } })

  scenario("are read when the role changes, and rows wait for that", [
    [catchUp, "reading.valid", { ...begun, does: ["start read"] }],
    [received, "reading.valid", { context: { waiting: 1 } }],
    [received, "reading.valid", { context: { waiting: 2 } }],
    [applied, "reading.valid"],
    [read, "applying.valid", { context: { waiting: 0 }, does: ["stop read", "start apply"] }],
    [applied, "current", { ...done, does: ["stop apply"] }],
    [catchUp, "reading.valid", { ...begun, does: ["start read"] }],
    [read, "current", { ...done, does: ["stop read"] }],
  ])

  scenario("are read again where the role changes meanwhile", [
    [catchUp, "reading.valid", { ...begun, does: ["start read"] }],
    [catchUp, "reading.outdated"],
    [received, "reading.outdated", { context: { waiting: 1 } }],
    [read, "reading.valid", { does: ["stop read", "start read"] }],
    [read, "applying.valid", { context: { waiting: 0 }, does: ["stop read", "start apply"] }],
  ])

  scenario("take the leader's rows in order, those that arrive meanwhile after the others", [
    [received, "applying.valid", { ...begun, does: ["start apply"] }],
    [received, "applying.valid", { context: { waiting: 1 } }],
    [applied, "applying.valid", { context: { waiting: 0 }, does: ["stop apply", "start apply"] }],
    [applied, "current", { ...done, does: ["stop apply"] }],
  ])

  scenario(
    "are read once the rows are applied where the role changes meanwhile",
    [
      [catchUp, "applying.outdated"],
      [received, "applying.outdated", { context: { waiting: 1 } }],
      [applied, "reading.valid", { does: ["stop apply", "start read"] }],
    ],
    [received],
  )
})
