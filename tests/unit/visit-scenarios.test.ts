import { describe } from "vitest"
import { isOpen, visitMachine } from "../../machines/visit.ts"
import type { VisitEvent } from "../../src/events/visit.ts"
import { scenariosOf } from "../support/scenarios.ts"

const compared = (
  open: boolean,
  isChanged: boolean,
  isFollowing: boolean,
  isSending = false,
): VisitEvent => ({
  type: "visit.compared",
  isOpen: open,
  isSending,
  isChanged,
  isFollowing,
  at: 1,
})

describe("the visit of a page", () => {
  const { begins, scenario } = scenariosOf(visitMachine, {
    shows: (snapshot) => ({ isOpen: isOpen(snapshot) }),
  })
  const opened = { shows: { isOpen: true } }

  begins("waiting", { context: {}, shows: { isOpen: false } })

  scenario("opens its operation once", [
    [compared(false, true, true), "open", { ...opened, does: [{ emits: "visit.open" }] }],
    [compared(false, false, false), "open"],
  ])
  scenario("does not open an operation that is open, as after a reload", [
    [compared(true, true, false), "open", opened],
  ])
  scenario("opens nothing over an operation that is being sent, nor after its outcome", [
    [compared(false, false, true, true), "open", { ...opened, does: [] }],
    [compared(false, false, true), "open", { ...opened, does: [] }],
  ])
  scenario(
    "sends what has changed from the leading tab alone",
    [
      [compared(true, true, true), "open"],
      [compared(true, false, true), "open"],
      [compared(true, false, false), "open"],
      [compared(true, true, false), "open", { does: [{ emits: "visit.inform" }] }],
    ],
    [compared(true, false, false)],
  )
})
