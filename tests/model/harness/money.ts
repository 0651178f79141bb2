/** Brings about the outcome of an operation: answers, silence, full storage, a killed tab. */
import { setTimeout as pause } from "node:timers/promises"
import type { PathStep } from "@financial-links/paths"
import { type Fault, type FaultRule, ruleOf } from "../../../src/contract/faults.ts"
import { operate } from "../../e2e/operator.ts"
import { callServer, fieldOf } from "../../support/app.ts"
import { faultInjection } from "../../support/fault-injection.ts"
import type { StepContext } from "./drive-path.ts"
import type { Fixture } from "./fixture.ts"
import { isDeferred, type Stream, type World, wordOf, worldOf } from "./operations.ts"
import { isJournaled } from "./storage.ts"

type Endpoint = "orderCreate" | "orderClose" | "depositCreate" | "withdrawalCreate"

const faultIn: Readonly<Partial<Record<World, Fault>>> = {
  lost: { kind: "drop", when: "after", how: "cut" },
  never: { kind: "drop", when: "before", how: "cut" },
  killed: { kind: "drop", when: "after", how: "silence" },
}

const CUT: Fault = { kind: "drop", when: "before", how: "cut" }

/** The fault rules under which an operation ends as the path says. */
const rulesFor = (endpoint: Endpoint, next: PathStep | undefined, world: World): readonly FaultRule[] => {
  const fault = faultIn[world]
  return [
    ...(fault ? [ruleOf(endpoint, fault, { count: 1 })] : []),
    // in doubt until the member has left it
    ...(isDeferred(next) ? [ruleOf("operationVoid", CUT)] : []),
  ]
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

/** The type of the outcome that a ticket shows; undefined where it shows none. */
export const outcomeNow = (fixture: Fixture, actorId: string): unknown => {
  const context = fixture.recording.newest(actorId)?.steps.at(-1)?.context
  return Object(Object(context).outcome).type
}

/** Changes the member's balance by the operator command. */
export const adjust = (fixture: Fixture, how: "increase" | "decrease", amount: string) =>
  operate(fixture.site, "balance", how, fixture.member.username, amount)

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
export const prepare = async (
  { fixture, step, rest: [next] }: StepContext,
  operation: Operation,
): Promise<void> => {
  const world = worldOf(Reflect.get(step.event, "key"))
  await fixture.faults()
  if (world === "refuses") await startRefusing(fixture, operation)
  await fixture.faults(...rulesFor(operation.endpoint, next, world))
  if (world === "unrecorded") await fixture.storage("full")
}

/** Brings about an outcome that does not come by itself: that of a tab which is killed. */
export const triggerOutcome = async (
  { fixture, step }: StepContext,
  { stream, endpoint }: Operation,
): Promise<void> => {
  if (worldOf(Reflect.get(step.event, "key")) !== "killed") return
  await met(fixture, endpoint, 1)
  await written(fixture, stream)
  await fixture.killAndRestore()
}

/** Removes the faults of an operation after its outcome. */
export const settle = async ({ fixture, step }: StepContext): Promise<void> => {
  if (wordOf(step) !== "resolved") return
  const world = worldOf(Reflect.get(step.event, "key"))
  if (world === "unrecorded") await fixture.storage("works")
  if (world === "refuses") await stopRefusing(fixture)
}
