// @module-tag exhaustive
import type { Path, PathStep } from "@financial-links/paths"
import { Schema } from "effect"
import { requestMachine } from "../../machines/request.ts"
import { type Fault, type FaultRule, ruleOf } from "../../src/contract/faults.ts"
import { RequestEvent } from "../../src/events/request.ts"
import { urlOf } from "../../src/navigation/routes.ts"
import { addCard } from "../e2e/cards.ts"
import { button } from "../e2e/page-models/fields.ts"
import { text, textLike } from "../e2e/page-models/texts.ts"
import { openSite } from "../e2e/site.ts"
import { ASKING, cases, REMOVING } from "./events/request.ts"
import type { PathDriver, StepContext } from "./harness/drive-path.ts"
import type { Fixture } from "./harness/fixture.ts"
import { runPaths } from "./harness/run-paths.ts"

const site = openSite()
const isRequestEvent = Schema.is(RequestEvent)

const isAsking = ({ input }: Path): boolean =>
  typeof input === "object" && input !== null && Reflect.get(input, "method") === ASKING.method

const endpointOf = (path: Path): string => (isAsking(path) ? ASKING : REMOVING).endpoint

const delayed = (ms: number): Fault => ({ kind: "delay", when: "before", ms, jitterMs: 0 })
const refusedFor = (reason: string): Fault => ({ kind: "error", when: "before", reason })

/** The fault under which an attempt ends by this event; null if none is needed. */
const faultFor = ({ event }: PathStep): Fault | null => {
  if (event.type.startsWith("xstate.after.requestTimeout"))
    return { kind: "drop", when: "before", how: "silence" }
  if (event.type.startsWith("xstate.after.loadingDelay")) return delayed(3_000)
  if (!isRequestEvent(event)) return null
  switch (event.type) {
    case "request.refused":
      return refusedFor("request.too-many")
    case "request.tokenRejected":
      return refusedFor("session.invalid")
    case "request.unanswered":
      return event.kind === "network" ? { kind: "drop", when: "before", how: "cut" } : { kind: "malformed" }
    case "request.abort":
      return delayed(60_000)
    default:
      return null
  }
}

/** One rule per attempt. An attempt that is slow and then times out gets no answer. */
const rulesFor = (path: Path): readonly FaultRule[] => {
  const faults = new Map<number, Fault>()
  let attempt = 1
  for (const step of path.steps) {
    if (step.event.type.startsWith("xstate.after.retryPause")) attempt += 1
    const fault = faultFor(step)
    if (fault !== null) faults.set(attempt, fault)
  }
  return [...faults].map(([from, fault]) => ruleOf(endpointOf(path), fault, { from, count: 1 }))
}

const ask = async ({ phone }: Fixture): Promise<void> => {
  await phone.page.goto(urlOf("promote"))
}

const questionOf = ({ page }: Fixture["phone"]) =>
  page.getByRole("alertdialog", { name: text("bank.remove.question"), exact: true })

const remove = async ({ phone, member }: Fixture): Promise<void> => {
  await addCard(site.url(), member)
  await phone.page.goto(urlOf("bank-list"))
  const own = phone.page.locator("[data-page=bank-list]").filter({ visible: true })
  await own
    .getByRole("button", { name: textLike("destination.remove") })
    .first()
    .click()
  await button(questionOf(phone), text("destination.remove.confirm")).click()
}

const trigger = async ({ fixture: { phone }, step }: StepContext): Promise<void> => {
  // Everything else was prepared before the request.
  if (step.event.type === "request.abort") await button(phone.page, text("ui.back")).first().click()
}

const seeAsked = async ({ page, home, entry }: Fixture["phone"], state: string): Promise<void> => {
  const own = page.locator("[data-page=promote]").filter({ visible: true })
  switch (state) {
    case "succeeded":
      return await own.getByText(text("promote.successful")).first().waitFor()
    case "refused":
    case "failed":
      return await button(own, text("ui.retry")).first().waitFor()
    case "rejected":
      return await entry.seeLogin()
    case "aborted":
      return await home.see()
    default:
      return
  }
}

const seeRemoved = async (phone: Fixture["phone"], state: string): Promise<void> => {
  switch (state) {
    case "succeeded":
    case "refused":
    case "failed":
      return await questionOf(phone).waitFor({ state: "hidden" })
    case "rejected":
      return await phone.entry.seeLogin()
    default:
      return
  }
}

/** True for fixtures whose path is about the query. */
const begun = new WeakMap<Fixture, boolean>()

const verify = async ({ fixture, step }: StepContext): Promise<void> =>
  begun.get(fixture) === true
    ? await seeAsked(fixture.phone, step.state)
    : await seeRemoved(fixture.phone, step.state)

const driver: PathDriver = {
  machine: requestMachine,
  actorId: (path) => `request:${endpointOf(path)}`,
  begin: async (fixture, path) => {
    begun.set(fixture, isAsking(path))
    await fixture.faults(...rulesFor(path))
    await (isAsking(path) ? ask : remove)(fixture)
  },
  trigger,
  verify,
}

runPaths(site, driver, cases)
