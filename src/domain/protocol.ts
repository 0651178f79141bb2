/** What a call of the shell may be given: the rules for its arguments, and the words that say which of them does not hold. */

export type Kind =
  | "String"
  | "Number"
  | "Boolean"
  | "Function"
  | "Symbol"
  | "Object"
  | "Array"
  | "ArrayBuffer"
  | "Date"

export interface ArgumentRule {
  /** One of these kinds; any where there is none. */
  readonly type?: Kind | readonly Kind[]
  readonly required?: boolean
}

/** The arguments of a call by name, in the order in which they are looked at. */
export type Protocol = Readonly<Record<string, ArgumentRule>>

/** "Null", "Array", "Number" …: what a value is, in the words of the messages. */
const kindOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1)

const SIMPLE: ReadonlySet<Kind> = new Set(["String", "Number", "Boolean", "Function", "Symbol"])

const isOf = (value: unknown, kind: Kind): boolean => {
  if (SIMPLE.has(kind)) return typeof value === kind.toLowerCase() || kindOf(value) === kind
  if (kind === "Object") return typeof value === "object" && value !== null
  return kindOf(value) === kind
}

/** Values of these kinds are shown in a message. */
const SHOWN: ReadonlySet<string> = new Set(["String", "Number", "Boolean"])

const shownAs = (value: unknown, kind: string): string => {
  if (kind === "String") return `"${String(value)}"`
  return kind === "Number" ? String(Number(value)) : String(value)
}

const mismatch = (name: string, value: unknown, kinds: readonly Kind[]): string => {
  const received = kindOf(value)
  const [only] = kinds
  const isShown = kinds.length === 1 && only !== undefined && SHOWN.has(only)
  const isTold = isShown && only !== "Boolean" && received !== "Boolean"
  const expected = `Expected ${kinds.join(", ")}${isTold ? ` with value ${shownAs(value, only)}` : ""}`
  const got = `got ${received}${SHOWN.has(received) ? ` with value ${shownAs(value, received)}.` : ""}`
  return `Invalid args: type check failed for args "${name}". ${expected}, ${got}`
}

const faultIn = (
  name: string,
  rule: ArgumentRule,
  given: Readonly<Record<string, unknown>>,
): string | null => {
  const value = given[name]
  const isAbsent = value === undefined && !Object.hasOwn(given, name)
  if (isAbsent && rule.required) return `Missing required args: "${name}"`
  if (value === undefined || value === null) {
    if (!rule.required) return null
  }
  const kinds = rule.type === undefined ? [] : [rule.type].flat()
  if (kinds.length === 0 || kinds.some((kind) => isOf(value, kind))) return null
  return mismatch(name, value, kinds)
}

/** The first thing wrong with the arguments of a call, in words for a developer; null where nothing is. */
export const faultOf = (protocol: Protocol, given: Readonly<Record<string, unknown>>): string | null => {
  for (const [name, rule] of Object.entries(protocol)) {
    const fault = faultIn(name, rule, given)
    if (fault !== null) return fault
  }
  return null
}

/** `faultOf` for one protocol. */
export const checkOf =
  (protocol: Protocol) =>
  (given: Readonly<Record<string, unknown>>): string | null =>
    faultOf(protocol, given)

/** Arguments that are given one after the other, by name. */
export const byName = (protocol: Protocol, given: readonly unknown[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.keys(protocol)
      .slice(0, given.length)
      .map((name, index) => [name, given[index]]),
  )

/** The value where it is allowed, else the first that is. */
export const oneOf = <Allowed extends string>(
  value: unknown,
  allowed: readonly [Allowed, ...Allowed[]],
): Allowed => allowed.find((known) => known === value) ?? allowed[0]

/** The values where all are allowed and there is at least one, else all that are. */
export const someOf = <Allowed extends string>(
  values: unknown,
  allowed: readonly Allowed[],
): readonly Allowed[] => {
  if (!Array.isArray(values) || values.length === 0) return allowed
  const found = values.flatMap((value) => allowed.filter((known) => known === value))
  return found.length === values.length ? found : allowed
}
