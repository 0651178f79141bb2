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

// The text form of faults: "drop after silence", "error order.slippage". The command line and the
// debug console share this parser, so that the same text means the same plan.

interface Form {
  readonly usage: string
  /** Every part except the kind. */
  readonly parts: RegExp
  /** Defaults of omitted parts. */
  readonly usual: Readonly<Record<string, string | number>>
}

const BARE = { parts: /^$/, usual: {} }

const FORMS: Readonly<Record<Fault["kind"], Form>> = {
  delay: {
    usage: "delay MS [JITTER_MS] [after]",
    parts: /^ (?<ms>\d+)( (?<jitterMs>\d+))?( (?<when>before|after))?$/,
    usual: { when: "before", jitterMs: 0 },
  },
  drop: {
    usage: "drop before|after [silence]",
    parts: /^ (?<when>before|after)( (?<how>cut|silence))?$/,
    usual: { how: "cut" },
  },
  duplicate: { usage: "duplicate", ...BARE },
  reorder: { usage: "reorder [WAIT_MS]", parts: /^( (?<waitMs>\d+))?$/, usual: { waitMs: 1_000 } },
  error: {
    usage: "error REASON [after]",
    parts: /^ (?<reason>[a-z]\S*)( (?<when>before|after))?$/,
    usual: { when: "before" },
  },
  status: {
    usage: "status 400…599 [after]",
    parts: /^ (?<status>\d+)( (?<when>before|after))?$/,
    usual: { when: "before" },
  },
  malformed: { usage: "malformed", ...BARE },
  misshapen: { usage: "misshapen", ...BARE },
}

export const FAULT_USAGE: readonly string[] = Object.values(FORMS).map(({ usage }) => usage)

const isKind = (word: string): word is Fault["kind"] => Object.hasOwn(FORMS, word)
const decodeFault = Schema.decodeUnknownOption(Fault)

/** Parses a fault; null if any word is not understood. */
export const parseFault = (typed: string): Fault | null => {
  const [kind = "", ...words] = typed.trim().split(/\s+/)
  if (!isKind(kind)) return null
  const { parts, usual } = FORMS[kind]
  const found = parts.exec(words.map((word) => ` ${word}`).join(""))
  if (found === null) return null
  const said = Object.entries(found.groups ?? {}).flatMap(([name, word]) =>
    word === undefined ? [] : [[name, /^\d/.test(word) ? Number(word) : word]],
  )
  const read = decodeFault({ kind, ...usual, ...Object.fromEntries(said) })
  return read._tag === "Some" ? read.value : null
}

const afterOf = ({ when }: { readonly when: "before" | "after" }): string => (when === "after" ? when : "")

const partsOf = (fault: Fault): readonly (string | number)[] => {
  switch (fault.kind) {
    case "delay":
      return [fault.ms, fault.jitterMs === 0 ? "" : fault.jitterMs, afterOf(fault)]
    case "drop":
      return [fault.when, fault.how === "silence" ? fault.how : ""]
    case "reorder":
      return [fault.waitMs]
    case "error":
      return [fault.reason, afterOf(fault)]
    case "status":
      return [fault.status, afterOf(fault)]
    case "duplicate":
    case "malformed":
    case "misshapen":
      return []
  }
}

/** Formats a fault; `parseFault` parses it back. */
export const formatFault = (fault: Fault): string =>
  [fault.kind, ...partsOf(fault)].filter((part) => part !== "").join(" ")

/** A rule in text form, by part; "" or missing means the default. */
export interface RuleText {
  readonly at: string
  readonly fault: string
  readonly from?: string | undefined
  readonly count?: string | undefined
  readonly chance?: string | undefined
}

const wholeOf = (typed: string, usual: number): number =>
  typed === "" ? usual : /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN

/** The part of a rule that is not understood. */
type Unread = "fault" | "numbers"

/** Parses a rule. Only the server knows whether its place and reason exist. */
export const parseRule = ({ at, fault: typed, ...rest }: RuleText): FaultRule | Unread => {
  const fault = parseFault(typed)
  if (fault === null || at.trim() === "") return "fault"
  const { from = "", count = "", chance = "" } = rest
  const numbers = { from: wholeOf(from, 1), count: wholeOf(count, 1), chance: wholeOf(chance, 100) }
  if (!(numbers.from >= 1 && numbers.count >= 1 && numbers.chance <= 100)) return "numbers"
  return ruleOf(at.trim(), fault, { ...numbers, count: count === "" ? null : numbers.count })
}

/** Device faults in text form; "" or missing means unchanged. */
export interface DeviceText {
  readonly clock?: string | undefined
  readonly storage?: string | undefined
  readonly network?: string | undefined
}

const decodeDevice = Schema.decodeUnknownOption(ClientFaults)

/** Parses device faults; null if any part is not understood. */
export const parseDevice = (typed: DeviceText, before: ClientFaults): ClientFaults | null => {
  const { clock = "", storage = "", network = "" } = typed
  if (clock !== "" && !/^-?\d{1,12}$/.test(clock)) return null
  const read = decodeDevice({
    skewMs: clock === "" ? before.skewMs : Number(clock),
    storage: storage || before.storage,
    network: network || before.network,
  })
  return read._tag === "Some" ? read.value : null
}

/** Formats device faults; "" without any. */
export const formatDevice = ({ skewMs, storage, network }: ClientFaults): string =>
  [
    skewMs === 0 ? "" : `clock ${skewMs} ms`,
    storage === "works" ? "" : `storage ${storage}`,
    network === "on" ? "" : `network ${network}`,
  ]
    .filter(Boolean)
    .join(" · ")
