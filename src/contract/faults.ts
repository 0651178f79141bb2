/**
 * The fault lab's language: what is to go wrong, where and how often, as one value that is read by the server, the command line, the debug console and the
 * tests alike. Every decision is drawn from the plan's seed, so that the same calls meet the same faults again.
 */
import { Schema } from "effect"

/** Longer than any time limit in the app, and short enough that a forgotten plan ends. */
export const FAULT_DELAY_MAX_MS = 120_000
export const FAULT_RULES_MAX = 200
/** What each request waits for on a slow network. */
export const SLOW_NETWORK_MS = 2_000
/** Where a server that was started for the lab tells its plans and takes them. */
export const FAULT_LAB_PATH = "/api/lab/faults"
/** Whose plan it is who has none of their own. */
export const EVERYONE = "everyone"

const Ms = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: FAULT_DELAY_MAX_MS }))
/** Before the server has acted, or after: only the one who asks again by key can tell the two apart. */
const When = Schema.Literals(["before", "after"])

export const Fault = Schema.Union([
  /** The request, or the frame, is held up: for `ms`, and up to `jitterMs` more. */
  Schema.Struct({ kind: Schema.Literal("delay"), when: When, ms: Ms, jitterMs: Ms }),
  /** No answer: the connection is cut, or stays open and silent. */
  Schema.Struct({ kind: Schema.Literal("drop"), when: When, how: Schema.Literals(["cut", "silence"]) }),
  /** It arrives twice; the first answer counts. */
  Schema.Struct({ kind: Schema.Literal("duplicate") }),
  /** It arrives after the next one to the same place, or after `waitMs` where none comes. */
  Schema.Struct({ kind: Schema.Literal("reorder"), waitMs: Ms }),
  /** A refusal of the catalogue in the endpoint's own envelope; the token's and the server's own faults included. */
  Schema.Struct({ kind: Schema.Literal("error"), when: When, reason: Schema.String }),
  /** What a gateway says in its own words: a status and a page. */
  Schema.Struct({
    kind: Schema.Literal("status"),
    when: When,
    status: Schema.Int.check(Schema.isBetween({ minimum: 400, maximum: 599 })),
  }),
  /** The answer breaks off in the middle. */
  Schema.Struct({ kind: Schema.Literal("malformed") }),
  /** The answer is JSON and its envelope right, but what it carries is of another shape. */
  Schema.Struct({ kind: Schema.Literal("misshapen") }),
])
export type Fault = typeof Fault.Type

export const FaultRule = Schema.Struct({
  /** An endpoint by its name ("orderCreate"), "upload", "image", "asset", "page", "stream" (its frames) or "stream.open". */
  at: Schema.NonEmptyString,
  /** The first time it happens, counted from 1 since the plan was set. */
  from: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
  /** How many times from there on; null: for ever. */
  count: Schema.NullOr(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
  /** How likely it is each time, in per cent. */
  chance: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 })),
  fault: Fault,
})
export type FaultRule = typeof FaultRule.Type

/** What only the browser can bring about: the lab gives it a script to do so with the page. */
export const ClientFaults = Schema.Struct({
  /** How far the device's clock is ahead of the server's, in ms; behind where negative. */
  skewMs: Schema.Int,
  /** `full`: no write finds room. `blocked`: IndexedDB cannot be opened. */
  storage: Schema.Literals(["works", "full", "blocked"]),
  /** `slow`: each request waits first. */
  network: Schema.Literals(["on", "slow", "off"]),
})

export const FaultPlan = Schema.Struct({
  seed: Schema.String,
  rules: Schema.Array(FaultRule).check(Schema.isMaxLength(FAULT_RULES_MAX)),
  client: ClientFaults,
})
export type ClientFaults = typeof ClientFaults.Type
export type FaultPlan = typeof FaultPlan.Type

/** What a lab tells: each plan, whose it is, and how often each of its places has met a fault. */
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

/** The same 32 bits for the same text, evenly spread (FNV-1a, stirred by the finaliser of MurmurHash3). */
const hash = (text: string): number => {
  let bits = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    bits = Math.imul(bits ^ text.charCodeAt(index), 0x01000193)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** A fault as it is to be carried out: of a delay, the time drawn. */
export type Decided = { readonly fault: Fault; readonly delayMs: number }

const meets = (rule: FaultRule, at: string, occurrence: number, roll: number): boolean =>
  rule.at === at &&
  occurrence >= rule.from &&
  (rule.count === null || occurrence < rule.from + rule.count) &&
  roll % 100 < rule.chance

/** What happens to the `occurrence`-th (from 1) call or frame at a place: the first rule that meets it decides; null: nothing. */
export const decideFault = (plan: FaultPlan, at: string, occurrence: number): Decided | null => {
  for (const [index, rule] of plan.rules.entries()) {
    const roll = hash(`${plan.seed}/${index}/${at}/${occurrence}`)
    if (!meets(rule, at, occurrence, roll)) continue
    const { fault } = rule
    if (fault.kind !== "delay") return { fault, delayMs: 0 }
    return { fault, delayMs: fault.ms + (hash(`${roll}`) % (fault.jitterMs + 1)) }
  }
  return null
}

/** A rule with the usual rest: always, from the first time on. */
export const ruleOf = (
  at: string,
  fault: Fault,
  rest: Partial<Pick<FaultRule, "from" | "count" | "chance">> = {},
): FaultRule => ({ at, from: 1, count: null, chance: 100, ...rest, fault })
