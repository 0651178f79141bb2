/**
 * Fault plans for fault injection: what fails, where and how often. The server, the command line,
 * the debug console and the tests read the same value. Decisions derive from the plan's seed, so
 * that equal calls meet equal faults.
 */
import { Schema } from "effect"

/** Longer than any timeout in the app, short enough that a forgotten plan ends. */
export const FAULT_DELAY_MAX_MS = 120_000
export const FAULT_RULES_MAX = 200
/** The delay of each request on a slow network. */
export const SLOW_NETWORK_MS = 2_000
/** The path under which a server with fault injection serves and accepts plans. */
export const FAULT_LAB_PATH = "/api/lab/faults"
/** The scope of requests without a plan of their own. */
export const DEFAULT_SCOPE = "everyone"

const Ms = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: FAULT_DELAY_MAX_MS }))
/** Before or after the server acts; only a client that asks by key can tell them apart. */
const When = Schema.Literals(["before", "after"])

export const Fault = Schema.Union([
  /** The request or frame is delayed by `ms` plus up to `jitterMs`. */
  Schema.Struct({ kind: Schema.Literal("delay"), when: When, ms: Ms, jitterMs: Ms }),
  /** No answer: the connection is cut, or stays open and silent. */
  Schema.Struct({ kind: Schema.Literal("drop"), when: When, how: Schema.Literals(["cut", "silence"]) }),
  /** It arrives twice; the first answer counts. */
  Schema.Struct({ kind: Schema.Literal("duplicate") }),
  /** It arrives after the next one to the same place, or after `waitMs` without one. */
  Schema.Struct({ kind: Schema.Literal("reorder"), waitMs: Ms }),
  /**
   * A catalogued refusal in the endpoint's envelope, including an invalid token and server faults.
   */
  Schema.Struct({ kind: Schema.Literal("error"), when: When, reason: Schema.String }),
  /** A gateway's answer: a status and an HTML page. */
  Schema.Struct({
    kind: Schema.Literal("status"),
    when: When,
    status: Schema.Int.check(Schema.isBetween({ minimum: 400, maximum: 599 })),
  }),
  /** The answer is truncated. */
  Schema.Struct({ kind: Schema.Literal("malformed") }),
  /** The answer is valid JSON in the right envelope with data of a wrong shape. */
  Schema.Struct({ kind: Schema.Literal("misshapen") }),
])
export type Fault = typeof Fault.Type

export const FaultRule = Schema.Struct({
  /**
   * An endpoint name ("orderCreate"), "upload", "image", "asset", "page", "stream" (its frames) or
   * "stream.open".
   */
  at: Schema.NonEmptyString,
  /** The first affected occurrence, counted from 1 since the plan was set. */
  from: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
  /** The number of affected occurrences; null is unbounded. */
  count: Schema.NullOr(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
  /** The probability of each occurrence, per cent. */
  chance: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 })),
  fault: Fault,
})
export type FaultRule = typeof FaultRule.Type

/** Faults of the device, injected into the page by a script. */
export const ClientFaults = Schema.Struct({
  /** The offset of the device's clock from the server's, ms; negative is behind. */
  skewMs: Schema.Int,
  /** `full`: writes fail for lack of space. `blocked`: IndexedDB cannot be opened. */
  storage: Schema.Literals(["works", "full", "blocked"]),
  /** `slow`: each request is delayed. */
  network: Schema.Literals(["on", "slow", "off"]),
})

export const FaultPlan = Schema.Struct({
  seed: Schema.String,
  rules: Schema.Array(FaultRule).check(Schema.isMaxLength(FAULT_RULES_MAX)),
  client: ClientFaults,
})
export type ClientFaults = typeof ClientFaults.Type
export type FaultPlan = typeof FaultPlan.Type

/** Every plan, its scope, and the number of faults injected per place. */
export const FaultReport = Schema.Struct({
  plans: Schema.Array(
    Schema.Struct({
      scope: Schema.String,
      plan: FaultPlan,
      met: Schema.Record(Schema.String, Schema.Int),
    }),
  ),
})
export type FaultReport = typeof FaultReport.Type

export const NO_FAULTS: FaultPlan = {
  seed: "0",
  rules: [],
  client: { skewMs: 0, storage: "works", network: "on" },
}

/** A well-mixed 32-bit hash of a text (FNV-1a with MurmurHash3's finaliser). */
const hash = (text: string): number => {
  let bits = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    bits = Math.imul(bits ^ text.charCodeAt(index), 0x01000193)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** A fault to inject; the duration of a delay is already drawn. */
export type InjectedFault = { readonly fault: Fault; readonly delayMs: number }

const meets = (rule: FaultRule, at: string, occurrence: number, roll: number): boolean =>
  rule.at === at &&
  occurrence >= rule.from &&
  (rule.count === null || occurrence < rule.from + rule.count) &&
  roll % 100 < rule.chance

/**
 * The fault of the `occurrence`-th (from 1) call or frame at a place: the first matching rule
 * decides; null for none.
 */
export const decideFault = (plan: FaultPlan, at: string, occurrence: number): InjectedFault | null => {
  for (const [index, rule] of plan.rules.entries()) {
    const roll = hash(`${plan.seed}/${index}/${at}/${occurrence}`)
    if (!meets(rule, at, occurrence, roll)) continue
    const { fault } = rule
    if (fault.kind !== "delay") return { fault, delayMs: 0 }
    return { fault, delayMs: fault.ms + (hash(`${roll}`) % (fault.jitterMs + 1)) }
  }
  return null
}

/** A rule with defaults: every occurrence from the first. */
export const ruleOf = (
  at: string,
  fault: Fault,
  rest: Partial<Pick<FaultRule, "from" | "count" | "chance">> = {},
): FaultRule => ({ at, from: 1, count: null, chance: 100, ...rest, fault })
