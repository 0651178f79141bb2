import { Schema } from "effect"
import { describe, expect, it, vi } from "vitest"
import { linkMachine } from "../../machines/link.ts"
import { LinkEvent } from "../../src/events/link.ts"
import { createPaymentLink } from "../../src/runtime/hooks/use-payment-link.ts"
import { type Inspector, noopInspector } from "../../src/runtime/inspector.ts"
import { createPageActors } from "../../src/runtime/page-actors.ts"
import { cases } from "../model/events/link.ts"
import { runInProcess } from "../model/harness/run-in-process.ts"
import { scenariosOf } from "../support/scenarios.ts"

const isLinkEvent = Schema.is(LinkEvent)

const openPage = (onActor: Inspector["onActor"] = () => {}) => {
  const open = vi.fn<(url: string) => void>()
  const pageActors = createPageActors({ ...noopInspector, onActor })
  const { actor, onStarted, onLink } = createPaymentLink({ pageActors, now: () => 1 }, open)
  actor.start("p1")
  return { open, onStarted, onLink, leave: () => pageActors.stopPage("p1") }
}

runInProcess(linkMachine, cases, (onActor) => {
  const { onStarted, onLink } = openPage(onActor)
  return {
    trigger: (event) => {
      if (!isLinkEvent(event)) return
      if (event.type === "link.await") onStarted()
      else onLink("https://pay.example/1")
    },
  }
})

it("opens the provider's page once for each payment that was started on the page", () => {
  const { open, onStarted, onLink, leave } = openPage()
  onLink("https://pay.example/1")
  onStarted()
  for (const number of [2, 3]) onLink(`https://pay.example/${number}`)
  onStarted()
  onLink("https://pay.example/4")
  expect(open.mock.calls).toEqual([["https://pay.example/2"], ["https://pay.example/4"]])
  onStarted()
  leave()
  onLink("https://pay.example/5")
  expect(open).toHaveBeenCalledTimes(2)
})

describe("a payment", () => {
  const say = (word: "await" | "received"): LinkEvent => ({ type: `link.${word}`, at: 1 })
  const { begins, scenario } = scenariosOf(linkMachine)

  begins("idle")

  scenario("opens its page once", [
    [say("received"), "idle"],
    [say("await"), "awaited"],
    [say("await"), "awaited"],
    [say("received"), "idle", { does: [{ emits: "link.open" }] }],
    [say("received"), "idle"],
  ])
})
