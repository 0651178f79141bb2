/**
 * Triggers the facts about an operation: answers, silence, full storage, a killed tab, a rejected
 * token.
 */
import { setTimeout as pause } from "node:timers/promises"
import type { PathStep } from "../../../packages/paths/src/path-set.ts"
import { endpoints } from "../../../src/contract/endpoints.ts"
import { type Fault, type FaultRule, ruleOf } from "../../../src/contract/faults.ts"
import { operate } from "../../e2e/operator.ts"
import { callServer, fieldOf } from "../../support/app.ts"
import { faultInjection } from "../../support/fault-injection.ts"
import type { StepContext } from "./drive-path.ts"
import { exchangeToken, readyToExchange } from "./exchange.ts"
import type { Fixture } from "./fixture.ts"
import { isDeferred, operationOf, type Stream, type World, wordOf, worldOf } from "./operations.ts"
import { isJournaled } from "./storage.ts"

type Endpoint = "orderCreate" | "orderClose" | "depositCreate" | "withdrawalCreate"

/** Long enough for another event, and shorter than the app's request timeout. */
const SLOW: Fault = { kind: "delay", when: "before", ms: 6_000, jitterMs: 0 }

const sendingFault = (word: string, world: World): Fault | null => {
  switch (word) {
    case "unanswered":
      return { kind: "drop", when: world === "never" ? "before" : "after", how: "cut" }
    case "resumed":
      return { kind: "drop", when: world === "never" ? "before" : "after", how: "silence" }
    case "voided":
    case "tokenRejected":
      return SLOW
    default:
      return null
  }
}

const CUT: Fault = { kind: "drop", when: "before", how: "cut" }

/** While the request itself may be on its way. */
const SENDING = "pending.sending"

/**
 * Delays all other calls during a token exchange: an answer to the old token would end the
 * session before the device holds the new one.
 */
const aroundExchange = (endpoint: Endpoint): readonly FaultRule[] =>
  Object.keys(endpoints)
    .filter((id) => ![endpoint, "operationVoid", "changePassword"].includes(id))
    .map((id) => ruleOf(id, { kind: "delay", when: "before", ms: 4_000, jitterMs: 0 }))

/** The fault rules under which an operation ends as the path says. */
const rulesFor = (endpoint: Endpoint, steps: readonly PathStep[], world: World): readonly FaultRule[] => {
  const rules: FaultRule[] = []
  for (const [index, step] of steps.entries()) {
    const before = steps[index - 1]?.state
    const word = wordOf(step)
    const sent = before === SENDING ? sendingFault(word, world) : null
    if (sent !== null) rules.push(ruleOf(endpoint, sent, { count: 1 }))
    // in doubt until the member has left it
    if (before === "pending.checking" && isDeferred(step)) rules.push(ruleOf("operationVoid", CUT))
  }
  const isExchanged = steps.some((step) => wordOf(step) === "tokenRejected")
  return isExchanged ? [...rules, ...aroundExchange(endpoint)] : rules
}

const TRIES_MAX = 2_000

/** Waits until so many faults occurred at a fault point. */
export const met = async ({ site, member }: Fixture, at: string, times: number): Promise<void> => {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    if ((await faultInjection(site.url()).met(at, member.id)) >= times) return
    await pause(25)
  }
  throw new Error(`no ${times} faults were met at ${at}`)
}

/** Waits until the journal holds the last event that the machine received. */
export const written = async (fixture: Fixture, actorId: string): Promise<void> => {
  const last = fixture.recording.newest(actorId)?.steps.at(-1)?.event
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    if (last === undefined || (await isJournaled(fixture.phone.page, last))) return
    await pause(25)
  }
  throw new Error(`${last?.type} was never written down`)
}

const keyNow = (fixture: Fixture, actorId: string): string => {
  const context: unknown = fixture.recording.newest(actorId)?.steps.at(-1)?.context
  return typeof context === "object" && context !== null ? String(Reflect.get(context, "key")) : ""
}

/** Changes the member's balance by the operator command. */
export const adjust = (fixture: Fixture, how: "increase" | "decrease", amount: string) =>
  operate(fixture.site, "balance", how, fixture.member.username, amount)

/** The server's name for the operations of a stream. */
const operationName = (stream: Stream) => (stream === "close" ? ("order-close" as const) : stream)

export interface Operation {
  readonly stream: Stream
  readonly endpoint: Endpoint
  /** Makes the server refuse the next operation for a business reason. Returns how to undo it. */
  readonly refuse: (fixture: Fixture) => Promise<() => Promise<unknown>>
}

/** Takes the whole available balance away, so that the server refuses. Returns how to undo it. */
export const drain = async (fixture: Fixture): Promise<() => Promise<unknown>> => {
  const { token } = fixture.member
  const wallet = await callServer(fixture.site.url(), "walletSummary", {}, { token })
  const available = String(fieldOf(wallet, "available"))
  await adjust(fixture, "decrease", available)
  return () => adjust(fixture, "increase", available)
}

/** How to undo each fixture's cause of refusals. */
const undoing = new WeakMap<Fixture, () => Promise<unknown>>()

/** Makes the server refuse until `stopRefusing`. */
export const startRefusing = async (fixture: Fixture, { refuse }: Operation): Promise<void> => {
  undoing.set(fixture, await refuse(fixture))
}

export const stopRefusing = async (fixture: Fixture): Promise<void> => {
  await undoing.get(fixture)?.()
  undoing.delete(fixture)
}

/** Prepares faults and storage for the operation that this step sends. */
export const prepare = async ({ fixture, step, rest }: StepContext, operation: Operation): Promise<void> => {
  const steps = operationOf([step, ...rest])
  const key: unknown = Reflect.get(step.event, "key")
  const world = worldOf(typeof key === "string" ? key : null)
  await fixture.faults()
  if (world === "refuses") await startRefusing(fixture, operation)
  await fixture.faults(...rulesFor(operation.endpoint, steps, world))
  const [, first] = steps
  if (steps.some((each) => wordOf(each) === "tokenRejected")) await readyToExchange(fixture)
  if (first?.event.type === `${operation.stream}.unrecorded`) await fixture.storage("full")
}

/** Triggers a fact that does not come by itself. */
export const triggerFact = async (
  { fixture, step, from }: StepContext,
  operation: Operation,
): Promise<void> => {
  const word = wordOf(step)
  const onItsWay = () => met(fixture, operation.endpoint, 1)
  switch (word) {
    case "resumed":
      if (from === SENDING) await onItsWay()
      await written(fixture, operation.stream)
      return await fixture.killAndRestore()
    case "voided": {
      if (from !== SENDING) return
      await onItsWay()
      const asked = { operation: operationName(operation.stream), key: keyNow(fixture, operation.stream) }
      await callServer(fixture.site.url(), "operationVoid", asked, { token: fixture.member.token })
      return
    }
    case "tokenRejected":
      await onItsWay()
      return await exchangeToken(fixture)
    default:
      return
  }
}

/** Removes the faults of a step after it. */
export const settle = async ({ fixture, step }: StepContext): Promise<void> => {
  const word = wordOf(step)
  if (word === "unrecorded") await fixture.storage("works")
  if (word === "refused") await stopRefusing(fixture)
}
