/**
 * The text form of faults: "drop after silence", "error order.slippage". The command line and the
 * debug console share this parser, so that the same text means the same plan.
 */
import { Schema } from "effect"
import { ClientFaults, Fault, type FaultRule, ruleOf } from "./faults.ts"

interface Form {
  /** The usage text. */
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

/** The usage of each kind. */
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
