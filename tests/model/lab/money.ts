/** What the three machines that move money have in common: how the facts about an operation are brought about, and what there is to choose from. */
import { setTimeout as pause } from "node:timers/promises"
import type { AnyMachineSnapshot } from "xstate"
import type { PathStep } from "../../../scripts/paths/path-set.ts"
import { type Fault, type FaultRule, ruleOf } from "../../../src/domain/faults.ts"
import { operate } from "../../e2e/operator.ts"
import { button, field } from "../../e2e/pages/fields.ts"
import { text } from "../../e2e/pages/texts.ts"
import { callServer } from "../../support/app.ts"
import { factsOf, resumed } from "../../support/money-words.ts"
import type { Scene } from "./play.ts"
import type { Stage } from "./stage.ts"

type Stream = "order" | "deposit" | "withdrawal"
type Endpoint = "orderCreate" | "depositCreate" | "withdrawalCreate"

/** What the server makes of an operation: it accepts it, refuses it, or never hears of it. */
const WORLDS = ["accepts", "refuses", "never"] as const
type World = (typeof WORLDS)[number]

/** A key says in which world the operation is, so that only facts of that world follow it. */
export const keyIn = (world: World, count: number): string =>
  `0000000${WORLDS.indexOf(world)}-0000-4000-8000-00000000000${count}`

const worldOf = (key: string | null | undefined): World => WORLDS[Number(key?.[7] ?? 0)] ?? "accepts"

/** More attempts than this in one path are not needed for anything. */
const KEYS_MAX = 3

interface Keyed {
  readonly key: string | null
  readonly usedKeys: readonly string[]
}

/** The keys that a command may carry next. */
export const nextKeys = ({ usedKeys }: Keyed): readonly string[] =>
  usedKeys.length < KEYS_MAX ? WORLDS.map((world) => keyIn(world, usedKeys.length + 1)) : []

const possible: Readonly<Record<string, Readonly<Record<World, readonly string[]>>>> = {
  recording: {
    accepts: ["recorded", "unrecorded"],
    refuses: ["recorded"],
    never: ["recorded", "resumed"],
  },
  submitting: {
    accepts: ["accepted", "unanswered", "resumed"],
    refuses: ["refused", "unanswered", "resumed"],
    never: ["unanswered", "voided", "tokenRejected", "resumed"],
  },
  "reconciling.asking": {
    accepts: ["accepted", "unanswered", "tokenRejected", "resumed"],
    refuses: ["refused", "unanswered"],
    never: ["voided", "unanswered"],
  },
  "reconciling.pausing": { accepts: ["pauseEnded"], refuses: ["pauseEnded"], never: ["pauseEnded"] },
  suspended: { accepts: ["pauseEnded", "resumed"], refuses: [], never: ["pauseEnded", "resumed"] },
}

/** The facts that can follow in this state, as the world of the operation has it. */
export const factsIn = <S extends Stream>(stream: S, state: string, { key, usedKeys }: Keyed) => {
  const isFirst = usedKeys.length <= 1
  // a journal that could not write begins anew with its next word, and then it is not known what the tab was killed at
  const words = (possible[state]?.[worldOf(key)] ?? []).filter(
    (word) => isFirst || state !== "recording" || word !== "resumed",
  )
  const facts = [...factsOf(stream, key ?? ""), resumed]
  return facts.filter(({ type }) => words.includes(type.split(".")[1] ?? ""))
}

/** What besides the state tells two situations of an operation apart. */
export const tellsOf = ({ context }: Pick<AnyMachineSnapshot, "context">) => [
  context.draft,
  context.intent !== null,
  context.key === null ? null : worldOf(context.key),
  Math.min(context.attempt, 1),
  Math.min(context.usedKeys.length, KEYS_MAX),
]

const wordOf = ({ event }: PathStep): string => event.type.split(".")[1] ?? ""

/** The steps of an operation from its first to the end of every doubt. */
const operationOf = (steps: readonly PathStep[]): readonly PathStep[] => {
  const last = steps.findIndex(({ state }) => !/^(recording|submitting|reconciling|suspended)/.test(state))
  return last < 0 ? steps : steps.slice(0, last + 1)
}

const HELD: Fault = { kind: "delay", when: "before", ms: 20_000, jitterMs: 0 }
/** Long enough for a second tab to change the password meanwhile. */
const SLOW: Fault = { kind: "delay", when: "before", ms: 6_000, jitterMs: 0 }

const sendingFault = (word: string, world: World): Fault | null => {
  switch (word) {
    case "unanswered":
      return { kind: "drop", when: world === "never" ? "before" : "after", how: "cut" }
    case "resumed":
      return { kind: "drop", when: world === "never" ? "before" : "after", how: "silence" }
    case "voided":
      return { ...SLOW, ms: 2_000 }
    case "tokenRejected":
      return SLOW
    default:
      return null
  }
}

const askingFault = (word: string): Fault | null => {
  if (word === "unanswered") return { kind: "malformed" }
  if (word === "resumed") return HELD
  return word === "tokenRejected" ? SLOW : null
}

/** What has to go wrong, where and when, for an operation to fare as the path says. */
const rulesFor = (endpoint: Endpoint, steps: readonly PathStep[], world: World): readonly FaultRule[] => {
  const rules: FaultRule[] = []
  let asked = 0
  for (const [index, step] of steps.entries()) {
    const before = steps[index - 1]?.state
    const word = wordOf(step)
    const sent = before === "submitting" ? sendingFault(word, world) : null
    if (sent !== null) rules.push(ruleOf(endpoint, sent, { count: 1 }))
    if (before !== "reconciling.asking") continue
    asked += 1
    const fault = askingFault(word)
    if (fault !== null) rules.push(ruleOf("operationResult", fault, { from: asked, count: 1 }))
  }
  return rules
}

/** The journal writes in batches. */
const WRITTEN_MS = 300

/** Waits until a fault has been met at a place. */
const met = async ({ site, member }: Stage, at: string): Promise<void> => {
  for (let tries = 0; tries < 400; tries += 1) {
    const answer: unknown = await (await fetch(`${site.url()}/api/lab/faults`)).json()
    const plans: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, "plans") : []
    const own: unknown = Array.isArray(plans) ? plans.find(({ scope }) => scope === member.id) : null
    if (typeof own === "object" && own !== null && Number(Reflect.get(Reflect.get(own, "met"), at)) > 0)
      return
    await pause(25)
  }
  throw new Error(`no fault was met at ${at}`)
}

const keyNow = (stage: Stage, seat: string): string => {
  const context: unknown = stage.recording.newest(seat)?.steps.at(-1)?.context
  return typeof context === "object" && context !== null ? String(Reflect.get(context, "key")) : ""
}

const nextPassword = (password: string): string =>
  password.endsWith("-next") ? password.slice(0, -5) : `${password}-next`

/** Changes the password in another tab of the device: the token is exchanged, the session goes on. */
const exchangeToken = async (stage: Stage): Promise<void> => {
  const { member } = stage
  const next = nextPassword(member.password)
  const { page } = await stage.openTab()
  await page.goto("/pages/setting/setting-reset-pass")
  await field(page, text("password.old")).fill(member.password)
  await field(page, text("password.new")).fill(next)
  await field(page, text("password.confirm")).fill(next)
  await button(page, text("password.submit")).click()
  await page.getByText(text("password.changed")).first().waitFor()
  stage.member = { ...member, password: next }
  await page.close()
}

/** Puts money into, or takes it from, the member's balance by the operator's hand. */
export const adjust = (stage: Stage, how: "increase" | "decrease", amount: string) =>
  operate(stage.site, "balance", how, stage.member.username, amount)

export interface Operation {
  readonly stream: Stream
  readonly endpoint: Endpoint
  /** Has the server refuse what is about to be sent, for a reason of its own; gives how to undo it. */
  readonly refuse: (stage: Stage) => Promise<() => Promise<unknown>>
}

/** Undoes what made the server refuse, once it has. */
const undoing = new WeakMap<Stage, () => Promise<unknown>>()

/** Prepares everything for an operation that is about to be sent by this step. */
export const prepare = async ({ stage, step, rest }: Scene, operation: Operation): Promise<void> => {
  const steps = operationOf([step, ...rest])
  const key: unknown = Reflect.get(step.event, "key")
  const world = worldOf(typeof key === "string" ? key : null)
  await stage.faults(...rulesFor(operation.endpoint, steps, world))
  const [, first] = steps
  if (first?.event.type === `${operation.stream}.unrecorded`) await stage.storage("full")
  if (first?.event.type === "journal.resumed") await stage.storage("slow")
  if (world === "refuses") undoing.set(stage, await operation.refuse(stage))
}

/** Brings about what does not come by itself. */
export const bringFact = async ({ stage, step, from }: Scene, operation: Operation): Promise<void> => {
  const place = from === "submitting" ? operation.endpoint : "operationResult"
  switch (wordOf(step)) {
    case "resumed":
      if (from === "submitting" || from === "reconciling.asking") await met(stage, place)
      // what was received has been written by then
      await pause(WRITTEN_MS)
      return await stage.killAndRestore()
    case "voided": {
      if (from !== "submitting") return
      await met(stage, place)
      const asked = { operation: operation.stream, key: keyNow(stage, operation.stream) }
      await callServer(stage.site.url(), "operationResult", asked, { token: stage.member.token })
      return
    }
    case "tokenRejected":
      await met(stage, place)
      return await exchangeToken(stage)
    default:
      return
  }
}

/** After a step: what was made to go wrong for it is put right. */
export const settle = async ({ stage, step }: Scene): Promise<void> => {
  const word = wordOf(step)
  if (word === "unrecorded") await stage.storage("works")
  if (word !== "refused") return
  await undoing.get(stage)?.()
  undoing.delete(stage)
}

/** True where the state after the step stays until somebody does something. */
export const stays = ({ step, rest }: Scene): boolean => {
  const [next] = rest
  if (next === undefined) return !/^(recording|submitting|reconciling|suspended)/.test(step.state)
  return !/^(recording|submitting|reconciling|suspended)/.test(step.state) || wordOf(next) === "resumed"
}
