import { Schema } from "effect"
import { describe, expect, it, vi } from "vitest"
import { visitMachine } from "../../machines/visit.ts"
import { VisitEvent } from "../../src/events/visit.ts"
import { createVisit } from "../../src/runtime/hooks/use-operation.ts"
import { type Inspector, noopInspector } from "../../src/runtime/inspector.ts"
import { createPageActors } from "../../src/runtime/page-actors.ts"
import { cases } from "../model/events/visit.ts"
import { runInProcess } from "../model/harness/run-in-process.ts"

const VISIT = "p1"
const isVisitEvent = Schema.is(VisitEvent)

/** A page whose operation is as an event says it was found. */
const openVisit = (onActor: Inspector["onActor"] = () => {}) => {
  const reports = vi.fn()
  const pageActors = createPageActors({ ...noopInspector, onActor })
  const { actor, compare } = createVisit({ pageActors, now: () => 1 })
  actor.onEmit(reports)
  actor.start(VISIT)
  return {
    reports,
    find: ({ isOpen, isSending, isChanged, isFollowing }: Omit<VisitEvent, "type" | "at">) =>
      compare(
        {
          handle: {
            getSnapshot: () => ({
              context: { visit: isOpen ? VISIT : "another" },
              hasTag: () => isSending,
            }),
            subscribe: () => ({ unsubscribe: () => {} }),
            isFollowing: () => isFollowing,
          },
          update: { isChanged: () => isChanged, inform: () => {} },
        },
        {},
        VISIT,
      ),
  }
}

runInProcess(visitMachine, cases, (onActor) => {
  const { find } = openVisit(onActor)
  return {
    trigger: (event) => {
      if (isVisitEvent(event)) find(event)
    },
  }
})

const reportsOf = (...found: readonly (readonly [boolean, boolean, boolean])[]): readonly string[] => {
  const { find, reports } = openVisit()
  for (const [isOpen, isChanged, isFollowing] of found)
    find({ isOpen, isSending: false, isChanged, isFollowing })
  return reports.mock.calls.map(([report]) => report.type)
}

describe("a page", () => {
  it("opens its operation once per visit, in any tab", () => {
    for (const isFollowing of [false, true])
      for (const isChanged of [false, true])
        expect(reportsOf([false, isChanged, isFollowing], [false, false, isFollowing])).toEqual([
          "visit.open",
        ])
  })

  it("does not open what is open for its visit", () => expect(reportsOf([true, true, false])).toEqual([]))

  it("informs its operation of changed facts only, and leaves that to the tab that leads", () => {
    expect(reportsOf([true, false, false], [true, true, false])).toEqual(["visit.inform"])
    expect(reportsOf([true, false, false], [true, true, true])).toEqual([])
    expect(reportsOf([true, false, false], [true, false, false])).toEqual([])
  })
})
