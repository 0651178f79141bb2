import { Effect, Schema } from "effect"
import {
  DEFAULT_SCOPE,
  FAULT_USAGE,
  type FaultPlan,
  FaultPlan as FaultPlanSchema,
  type FaultReport,
  formatDevice,
  formatFault,
  NO_FAULTS,
  parseDevice,
  parseRule,
} from "../../src/contract/faults.ts"
import { type CommandOutput, CommandRefused, type OperatorCommand, type Values } from "../operator/command.ts"
import { type FaultInjector, faultPlanProblem } from "./fault-injector.ts"

const decodePlan = Schema.decodeUnknownOption(Schema.fromJsonString(FaultPlanSchema))

const refuse = (message: string) => new CommandRefused({ message })

const rowsOf = ({ scope, plan, met }: FaultReport["plans"][number]) => {
  const { seed, client } = plan
  const device = { from: 1, count: null, chance: 100, seed, met: null }
  const deviceText = formatDevice(client)
  return [
    ...plan.rules.map(({ at, fault, from, count, chance }) => {
      const row = { scope, at, fault: formatFault(fault), from, count, chance, seed }
      return { ...row, met: met[at] ?? 0 }
    }),
    ...(deviceText === "" ? [] : [{ scope, at: "device", fault: deviceText, ...device }]),
  ]
}

const show = (faults: FaultInjector): CommandOutput => {
  const rows = faults.report().plans.flatMap(rowsOf)
  return rows.length === 0 ? "No faults are active." : rows
}

const activate = (faults: FaultInjector, scope: string, plan: FaultPlan) => {
  const problem = faultPlanProblem(plan)
  if (problem !== null) return Effect.fail(refuse(problem))
  faults.set(scope, plan)
  return Effect.succeed(show(faults))
}

const set = (faults: FaultInjector, { plan: text = "", scope = DEFAULT_SCOPE }: Values) => {
  const plan = decodePlan(text)
  return plan._tag === "None"
    ? Effect.fail(refuse("This is no fault plan: see src/contract/faults.ts."))
    : activate(faults, scope, plan.value)
}

const PARSE_PROBLEMS = {
  fault: `A fault is one of:\n${FAULT_USAGE.map((line) => `  ${line}`).join("\n")}`,
  numbers: "From and count are whole numbers from 1, chance is one from 0 to 100.",
} as const

const add = (
  faults: FaultInjector,
  { at = "", fault = "", from, count, chance, scope = DEFAULT_SCOPE, seed }: Values,
) => {
  const rule = parseRule({ at, fault, from, count, chance })
  if (typeof rule === "string") return Effect.fail(refuse(PARSE_PROBLEMS[rule]))
  const before = faults.plan(scope) ?? NO_FAULTS
  return activate(faults, scope, { ...before, seed: seed ?? before.seed, rules: [...before.rules, rule] })
}

const setDevice = (faults: FaultInjector, { scope = DEFAULT_SCOPE, clock, storage, network }: Values) => {
  const before = faults.plan(scope) ?? NO_FAULTS
  const client = parseDevice({ clock, storage, network }, before.client)
  return client === null
    ? Effect.fail(
        refuse("The clock is whole ms, storage works, full or blocked, the network on, slow or off."),
      )
    : activate(faults, scope, { ...before, client })
}

const clear = (faults: FaultInjector, { scope }: Values) => {
  faults.clear(scope)
  return Effect.succeed(show(faults))
}

const scope = { name: "scope", summary: "whose requests; everybody by default", isOptional: true } as const
const optional = (name: string, summary: string) => ({ name, summary, isOptional: true })

/**
 * Operator commands for fault injection. None decides about a member or money, so none needs
 * `--why`.
 */
export const faultCommands = (faults: FaultInjector): ReadonlyArray<OperatorCommand<never>> => [
  {
    name: "faults show",
    summary: "Active faults, and how often each was applied.",
    parameters: [],
    needsWhy: false,
    run: () => Effect.succeed(show(faults)),
  },
  {
    name: "faults add",
    summary: `Injects a fault: ${FAULT_USAGE.join(" · ")}.`,
    parameters: [
      { name: "at", summary: "an endpoint's name, upload, image, asset, page, stream or stream.open" },
      { name: "fault", summary: "the fault, as one argument: 'drop after silence'" },
      optional("from", "first occurrence, from 1"),
      optional("count", "number of occurrences; unlimited by default"),
      optional("chance", "per cent; 100 by default"),
      optional("seed", "seed of the random draws"),
      scope,
    ],
    needsWhy: false,
    run: (values) => add(faults, values),
  },
  {
    name: "faults device",
    summary: "Injects a fault of the device, from the next page load on.",
    parameters: [
      optional("clock", "milliseconds ahead; negative: behind"),
      optional("storage", "works, full or blocked"),
      optional("network", "on, slow or off"),
      scope,
    ],
    needsWhy: false,
    run: (values) => setDevice(faults, values),
  },
  {
    name: "faults set",
    summary: "Sets a whole fault plan.",
    parameters: [{ name: "plan", summary: "the plan as JSON" }, scope],
    needsWhy: false,
    run: (values) => set(faults, values),
  },
  {
    name: "faults clear",
    summary: "Removes the faults.",
    parameters: [scope],
    needsWhy: false,
    run: (values) => clear(faults, values),
  },
]
