import { Effect, Schema } from "effect"
import { deviceWords, FAULT_USAGE, faultWords, readDevice, readRule } from "../../src/contract/fault-text.ts"
import {
  EVERYONE,
  type FaultPlan,
  FaultPlan as FaultPlanSchema,
  type FaultReport,
  NO_FAULTS,
} from "../../src/contract/faults.ts"
import { CommandRefused, type OperatorCommand, type Report } from "../operator/command.ts"
import type { Lab } from "./fault-plans.ts"
import { misplaced } from "./fault-points.ts"

type Values = Readonly<Record<string, string>>

const decodePlan = Schema.decodeUnknownOption(Schema.fromJsonString(FaultPlanSchema))

const refuse = (message: string) => new CommandRefused({ message })

const rowsOf = ({ scope, plan, met }: FaultReport["plans"][number]) => {
  const { seed, client } = plan
  const device = { from: 1, count: null, chance: 100, seed, met: null }
  const wrong = deviceWords(client)
  return [
    ...plan.rules.map(({ at, fault, from, count, chance }) => {
      const row = { scope, at, fault: faultWords(fault), from, count, chance, seed }
      return { ...row, met: met[at] ?? 0 }
    }),
    ...(wrong === "" ? [] : [{ scope, at: "device", fault: wrong, ...device }]),
  ]
}

const show = (lab: Lab): Report => {
  const rows = lab.report().plans.flatMap(rowsOf)
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
    ? Effect.fail(refuse("This is no fault plan: see src/contract/faults.ts."))
    : force(lab, scope, plan.value)
}

const UNREAD = {
  fault: `A fault is one of:\n${FAULT_USAGE.map((line) => `  ${line}`).join("\n")}`,
  numbers: "From and count are whole numbers from 1, chance is one from 0 to 100.",
} as const

const add = (lab: Lab, { at = "", fault = "", from, count, chance, scope = EVERYONE, seed }: Values) => {
  const rule = readRule({ at, fault, from, count, chance })
  if (typeof rule === "string") return Effect.fail(refuse(UNREAD[rule]))
  const before = lab.plan(scope) ?? NO_FAULTS
  return force(lab, scope, { ...before, seed: seed ?? before.seed, rules: [...before.rules, rule] })
}

const setDevice = (lab: Lab, { scope = EVERYONE, clock, storage, network }: Values) => {
  const before = lab.plan(scope) ?? NO_FAULTS
  const client = readDevice({ clock, storage, network }, before.client)
  return client === null
    ? Effect.fail(
        refuse("The clock is whole ms, storage works, full or blocked, the network on, slow or off."),
      )
    : force(lab, scope, { ...before, client })
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
      optional("network", "on, slow or off"),
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
