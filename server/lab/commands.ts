import { Effect, Schema } from "effect"
import { FAULT_USAGE, readFault } from "../../src/domain/fault-words.ts"
import {
  ClientFaults,
  type FaultPlan,
  FaultPlan as FaultPlanSchema,
  NO_FAULTS,
  ruleOf,
} from "../../src/domain/faults.ts"
import type { OperatorCommand, Report } from "../operator/command.ts"
import { CommandRefused } from "../operator/commands.ts"
import { EVERYONE, type Lab } from "./lab.ts"
import { misplaced } from "./places.ts"

type Values = Readonly<Record<string, string>>

const decodePlan = Schema.decodeUnknownOption(Schema.fromJsonString(FaultPlanSchema))

const refuse = (message: string) => new CommandRefused({ message })

const deviceRows = (lab: Lab, scope: string) => {
  const faults = lab.device([scope])
  if (faults === null) return []
  const { skewMs, storage, online } = faults
  const fault = `clock ${skewMs} ms, storage ${storage}, ${online ? "online" : "offline"}`
  return [{ scope, at: "device", fault, from: 1, count: null, chance: 100, met: null }]
}

const show = (lab: Lab): Report => {
  const rows = lab.scopes().flatMap((scope) => [
    ...(lab.plan(scope)?.rules ?? []).map(({ at, from, count, chance, fault }) => {
      const { kind, ...rest } = fault
      const what = [kind, ...Object.values(rest)].join(" ")
      return { scope, at, fault: what, from, count, chance, met: lab.met(scope, at) }
    }),
    ...deviceRows(lab, scope),
  ])
  return rows.length === 0 ? "No faults are in force." : rows
}

const force = (lab: Lab, scope: string, plan: FaultPlan) => {
  const problem = misplaced(plan)
  if (problem !== null) return Effect.fail(refuse(problem))
  lab.set(scope, plan)
  return Effect.succeed(show(lab))
}

const set = (lab: Lab, { plan: text = "", scope = EVERYONE }: Values) => {
  const plan = decodePlan(text)
  return plan._tag === "None"
    ? Effect.fail(refuse("This is no fault plan: see src/domain/faults.ts."))
    : force(lab, scope, plan.value)
}

const wholeOf = (text: string | undefined, otherwise: number): number =>
  text === undefined ? otherwise : /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN

const add = (lab: Lab, values: Values) => {
  const { at = "", fault: typed = "", scope = EVERYONE, seed } = values
  const fault = readFault(typed)
  if (fault === null)
    return Effect.fail(refuse(`A fault is one of:\n${FAULT_USAGE.map((line) => `  ${line}`).join("\n")}`))
  const [from, count, chance] = [
    wholeOf(values.from, 1),
    wholeOf(values.count, 0),
    wholeOf(values.chance, 100),
  ]
  if (!(from >= 1 && count >= 0 && chance >= 0 && chance <= 100))
    return Effect.fail(refuse("From and count are whole numbers from 1, chance is one from 0 to 100."))
  const before = lab.plan(scope) ?? NO_FAULTS
  const rule = ruleOf(at, fault, { from, count: count === 0 ? null : count, chance })
  return force(lab, scope, { ...before, seed: seed ?? before.seed, rules: [...before.rules, rule] })
}

const readDevice = Schema.decodeUnknownOption(ClientFaults)

const setDevice = (lab: Lab, { scope = EVERYONE, clock, storage, network }: Values) => {
  const before = lab.plan(scope) ?? NO_FAULTS
  const isGood = /^-?\d{1,12}$/.test(clock ?? "0") && ["on", "off"].includes(network ?? "on")
  const read = readDevice({
    skewMs: clock === undefined ? before.client.skewMs : Number(clock),
    storage: storage ?? before.client.storage,
    online: network === undefined ? before.client.online : network === "on",
  })
  return read._tag === "None" || !isGood
    ? Effect.fail(refuse("The clock is whole ms, storage works, full or blocked, the network on or off."))
    : force(lab, scope, { ...before, client: read.value })
}

const clear = (lab: Lab, { scope }: Values) => {
  lab.clear(scope)
  return Effect.succeed(show(lab))
}

const scope = { name: "scope", summary: "whom it concerns; everyone without", isOptional: true } as const
const optional = (name: string, summary: string) => ({ name, summary, isOptional: true })

/** The lab on the command line. Nothing here decides about a member or about money, so none of it asks why. */
export const faultCommands = (lab: Lab): ReadonlyArray<OperatorCommand<never>> => [
  {
    name: "faults show",
    summary: "What goes wrong at the moment, and how often it has.",
    parameters: [],
    needsWhy: false,
    run: () => Effect.succeed(show(lab)),
  },
  {
    name: "faults add",
    summary: `Has something go wrong: ${FAULT_USAGE.join(" · ")}.`,
    parameters: [
      { name: "at", summary: "an endpoint's name, upload, image, asset, page, stream or stream.open" },
      { name: "fault", summary: "what happens there, as one word: 'drop after silence'" },
      optional("from", "the first time it happens, from 1"),
      optional("count", "how many times; for ever without"),
      optional("chance", "per cent; 100 without"),
      optional("seed", "draws the chances"),
      scope,
    ],
    needsWhy: false,
    run: (values) => add(lab, values),
  },
  {
    name: "faults device",
    summary: "Has something be wrong with the device itself, from the next page it loads.",
    parameters: [
      optional("clock", "how far it is ahead in ms; behind where negative"),
      optional("storage", "works, full or blocked"),
      optional("network", "on or off"),
      scope,
    ],
    needsWhy: false,
    run: (values) => setDevice(lab, values),
  },
  {
    name: "faults set",
    summary: "Puts a whole plan in force.",
    parameters: [{ name: "plan", summary: "the plan as JSON" }, scope],
    needsWhy: false,
    run: (values) => set(lab, values),
  },
  {
    name: "faults clear",
    summary: "Ends them.",
    parameters: [scope],
    needsWhy: false,
    run: (values) => clear(lab, values),
  },
]
