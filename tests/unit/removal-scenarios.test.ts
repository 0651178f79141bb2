import { describe } from "vitest"
import { removalMachine, removalQuestion, removalUndo } from "../../machines/removal.ts"
import type { RemovalEvent } from "../../src/events/removal.ts"
import { scenariosOf } from "../support/scenarios.ts"

const at = 1
const say = (word: "cancel" | "confirm" | "undo" | "restored"): RemovalEvent => ({
  type: `removal.${word}`,
  at,
})
const ask = (id: string): RemovalEvent => ({ type: "removal.ask", id, at })
const removed = (id: string): RemovalEvent => ({ type: "removal.removed", id, at })
const failure = { reason: "no-answer.timeout" }
const failed = { emits: "removal.failed", failure }
const changed = (isRemoved: boolean) => ({ emits: "removal.changed", isRemoved })

describe("the removal of a destination", () => {
  const { begins, scenario } = scenariosOf(removalMachine, {
    shows: (snapshot) => ({ question: removalQuestion(snapshot), undo: removalUndo(snapshot) }),
  })
  const at2 = (question: string, undo: string) => `question.${question} undo.${undo}`

  begins(at2("closed", "none"), {
    context: { id: "", removedId: "" },
    shows: { question: "closed", undo: "none" },
  })

  scenario("asks before it removes, and once", [
    [say("confirm"), at2("closed", "none")],
    [ask("d1"), at2("open", "none"), { context: { id: "d1" }, shows: { question: "open" } }],
    [say("cancel"), at2("closed", "none"), { shows: { question: "closed" } }],
    [ask("d2"), at2("open", "none"), { context: { id: "d2" }, shows: { question: "open" } }],
    [ask("d3"), at2("open", "none")],
    [
      say("confirm"),
      at2("removing", "none"),
      { shows: { question: "removing" }, does: [["start remove", { id: "d2" }]] },
    ],
    [say("confirm"), at2("removing", "none")],
    [
      removed("d2"),
      at2("closed", "offered"),
      {
        context: { removedId: "d2" },
        shows: { question: "closed", undo: "offered" },
        does: ["stop remove", changed(true)],
      },
    ],
  ])

  scenario(
    "says why it is refused",
    [
      [say("undo"), at2("removing", "none")],
      [
        { type: "removal.refused", failure, at },
        at2("closed", "none"),
        { shows: { question: "closed" }, does: ["stop remove", failed] },
      ],
    ],
    [ask("d1"), say("confirm")],
  )

  scenario(
    "can be taken back, for the one that was removed last",
    [
      [
        removed("d2"),
        at2("closed", "offered"),
        { context: { removedId: "d2" }, shows: { question: "closed" }, does: ["stop remove", changed(true)] },
      ],
      [
        say("undo"),
        at2("closed", "restoring"),
        { shows: { undo: "restoring" }, does: [["start restore", { id: "d2" }]] },
      ],
      [
        { type: "removal.notRestored", failure, at },
        at2("closed", "offered"),
        { shows: { undo: "offered" }, does: ["stop restore", failed] },
      ],
      [
        say("undo"),
        at2("closed", "restoring"),
        { shows: { undo: "restoring" }, does: [["start restore", { id: "d2" }]] },
      ],
      [
        say("restored"),
        at2("closed", "none"),
        { shows: { undo: "none" }, does: ["stop restore", changed(false)] },
      ],
    ],
    [ask("d1"), say("confirm"), removed("d1"), ask("d2"), say("confirm")],
  )
})
