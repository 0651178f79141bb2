import { Effect, Schema } from "effect"
import {
  FAULT_USAGE,
  formatDevice,
  formatFault,
  parseDevice,
  parseRule,
} from "../../src/contract/fault-text.ts"
import {
  DEFAULT_SCOPE,
  type FaultPlan,
  FaultPlan as FaultPlanSchema,
  type FaultReport,
  NO_FAULTS,
} from "../../src/contract/faults.ts"
import { type CommandOutput, CommandRefused, type OperatorCommand } from "../operator/command.ts"
import type { FaultInjector } from "./fault-injector.ts"
import { faultPlanProblem } from "./fault-points.ts"

type Values = Readonly<Record<string, string>>

const decodePlan = Schema.decodeUnknownOption(Schema.fromJsonString(FaultPlanSchema))

const refuse = (message: string) => new CommandRefused({ message })

const rowsOf = ({ scope, plan, met }: FaultReport["plans"][number]) => {
  const { seed, client } = plan
  const device = { from: 1, count: null, chance: 100, seed, met: null }
  const wrong = formatDevice(client)
  return [
    ...plan.rules.map(({ at, fault, from, count, chance }) => {
      const row = { scope, at, fault: formatFault(fault), from, count, chance, seed }
      return { ...row, met: met[at] ?? 0 }
    }),
    ...(wrong === "" ? [] : [{ scope, at: "device", fault: wrong, ...device }]),
  ]
}

const show = (faults: FaultInjector): CommandOutput => {
  const rows = faults.report().plans.flatMap(rowsOf)
  return rows.length === 0 ? "No faults are in force." : rows
}

const force = (faults: FaultInjector, scope: string, plan: FaultPlan) => {
  const problem = faultPlanProblem(plan)
  if (problem !== null) return Effect.fail(refuse(problem))
  faults.set(scope, plan)
  return Effect.succeed(show(faults))
}

const set = (faults: FaultInjector, { plan: text = "", scope = DEFAULT_SCOPE }: Values) => {
  const plan = decodePlan(text)
  return plan._tag === "None"
    ? Effect.fail(refuse("This is no fault plan: see src/contract/faults.ts."))
    : force(faults, scope, plan.value)
}

const UNREAD = {
  fault: `A fault is one of:\n${FAULT_USAGE.map((line) => `  ${line}`).join("\n")}`,
  numbers: "From and count are whole numbers from 1, chance is one from 0 to 100.",
} as const

const add = (
  faults: FaultInjector,
  { at = "", fault = "", from, count, chance, scope = DEFAULT_SCOPE, seed }: Values,
) => {
  const rule = parseRule({ at, fault, from, count, chance })
  if (typeof rule === "string") return Effect.fail(refuse(UNREAD[rule]))
  const before = faults.plan(scope) ?? NO_FAULTS
  return force(faults, scope, { ...before, seed: seed ?? before.seed, rules: [...before.rules, rule] })
}

const setDevice = (faults: FaultInjector, { scope = DEFAULT_SCOPE, clock, storage, network }: Values) => {
  const before = faults.plan(scope) ?? NO_FAULTS
  const client = parseDevice({ clock, storage, network }, before.client)
  return client === null
    ? Effect.fail(
        refuse("The clock is whole ms, storage works, full or blocked, the network on, slow or off."),
      )
    : force(faults, scope, { ...before, client })
}

const clear = (faults: FaultInjector, { scope }: Values) => {
  faults.clear(scope)
  return Effect.succeed(show(faults))
}

const scope = { name: "scope", summary: "whom it concerns; everyone without", isOptional: true } as const
const optional = (name: string, summary: string) => ({ name, summary, isOptional: true })

/** The lab on the command line. Nothing here decides about a member or about money, so none of it asks why. */
export const faultCommands = (faults: FaultInjector): ReadonlyArray<OperatorCommand<never>> => [
  {
    name: "faults show",
    summary: "What goes wrong at the moment, and how often it has.",
    parameters: [],
    needsWhy: false,
    run: () => Effect.succeed(show(faults)),
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
    run: (values) => add(faults, values),
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
    run: (values) => setDevice(faults, values),
  },
  {
    name: "faults set",
    summary: "Puts a whole plan in force.",
    parameters: [{ name: "plan", summary: "the plan as JSON" }, scope],
    needsWhy: false,
    run: (values) => set(faults, values),
  },
  {
    name: "faults clear",
    summary: "Ends them.",
    parameters: [scope],
    needsWhy: false,
    run: (values) => clear(faults, values),
  },
]
