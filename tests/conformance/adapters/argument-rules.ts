/** Argument rules of framework calls, and the messages that name the first broken rule. */

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
  /** The allowed kinds; any kind if absent. */
  readonly type?: Kind | readonly Kind[]
  readonly required?: boolean
}

/** Rules by argument name, checked in this order. */
export type ArgumentRules = Readonly<Record<string, ArgumentRule>>

/** The class name of a value, as the messages print it: "Null", "Array", "Number" … */
const kindOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1)

const SIMPLE: ReadonlySet<Kind> = new Set(["String", "Number", "Boolean", "Function", "Symbol"])

const isOf = (value: unknown, kind: Kind): boolean => {
  if (SIMPLE.has(kind)) return typeof value === kind.toLowerCase() || kindOf(value) === kind
  if (kind === "Object") return typeof value === "object" && value !== null
  return kindOf(value) === kind
}

/** A message prints values of these kinds. */
const PRINTED: ReadonlySet<string> = new Set(["String", "Number", "Boolean"])

const printed = (value: unknown, kind: string): string => {
  if (kind === "String") return `"${String(value)}"`
  return kind === "Number" ? String(Number(value)) : String(value)
}

const mismatch = (name: string, value: unknown, kinds: readonly Kind[]): string => {
  const received = kindOf(value)
  const [only] = kinds
  const isPrintable = kinds.length === 1 && only !== undefined && PRINTED.has(only)
  const isPrinted = isPrintable && only !== "Boolean" && received !== "Boolean"
  const expected = `Expected ${kinds.join(", ")}${isPrinted ? ` with value ${printed(value, only)}` : ""}`
  const got = `got ${received}${PRINTED.has(received) ? ` with value ${printed(value, received)}.` : ""}`
  return `Invalid args: type check failed for args "${name}". ${expected}, ${got}`
}

const faultIn = (
  name: string,
  rule: ArgumentRule,
  args: Readonly<Record<string, unknown>>,
): string | null => {
  const value = args[name]
  const isAbsent = value === undefined && !Object.hasOwn(args, name)
  if (isAbsent && rule.required) return `Missing required args: "${name}"`
  if (value === undefined || value === null) {
    if (!rule.required) return null
  }
  const kinds = rule.type === undefined ? [] : [rule.type].flat()
  if (kinds.length === 0 || kinds.some((kind) => isOf(value, kind))) return null
  return mismatch(name, value, kinds)
}

/** The message about the first argument that breaks its rule, or null. */
export const argumentFault = (
  rules: ArgumentRules,
  args: Readonly<Record<string, unknown>>,
): string | null => {
  for (const [name, rule] of Object.entries(rules)) {
    const fault = faultIn(name, rule, args)
    if (fault !== null) return fault
  }
  return null
}

/** `argumentFault` for one set of rules. */
export const checkArguments =
  (rules: ArgumentRules) =>
  (args: Readonly<Record<string, unknown>>): string | null =>
    argumentFault(rules, args)

/** Positional arguments under the names of their rules. */
export const namedArguments = (
  rules: ArgumentRules,
  args: readonly unknown[],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.keys(rules)
      .slice(0, args.length)
      .map((name, index) => [name, args[index]]),
  )

/** The value if it is allowed, else the first allowed one. */
export const oneOf = <Allowed extends string>(
  value: unknown,
  allowed: readonly [Allowed, ...Allowed[]],
): Allowed => allowed.find((known) => known === value) ?? allowed[0]

/** The values if there is at least one and all are allowed, else every allowed value. */
export const someOf = <Allowed extends string>(
  values: unknown,
  allowed: readonly Allowed[],
): readonly Allowed[] => {
  if (!Array.isArray(values) || values.length === 0) return allowed
  const found = values.flatMap((value) => allowed.filter((known) => known === value))
  return found.length === values.length ? found : allowed
}
