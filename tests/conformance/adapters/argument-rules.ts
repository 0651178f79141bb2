/** Argument rules of framework calls, and the messages that name the first broken rule. */
import type { Plain } from "../area.ts"

const SIMPLE = ["String", "Number", "Boolean", "Function", "Symbol"] as const
export const KINDS = [...SIMPLE, "Object", "Array", "ArrayBuffer", "Date"] as const
export type Kind = (typeof KINDS)[number]

export interface ArgumentRule {
  /** The allowed kinds; any kind if absent. */
  readonly type?: Kind | readonly Kind[]
  readonly required?: boolean
}

/** Rules by argument name, checked in this order. */
export type ArgumentRules = Readonly<Record<string, ArgumentRule>>

/** The class name of a value, as the messages print it: "Null", "Array", "Number" … */
const kindOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1)

const isOf = (value: unknown, kind: Kind): boolean => {
  if (SIMPLE.some((simple) => simple === kind))
    return typeof value === kind.toLowerCase() || kindOf(value) === kind
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

/** The message about the first argument that breaks its rule, or null. */
export const argumentFault = (rules: ArgumentRules, args: Plain): string | null => {
  for (const [name, { type, required }] of Object.entries(rules)) {
    const value = args[name]
    if (required && value === undefined && !Object.hasOwn(args, name))
      return `Missing required args: "${name}"`
    if (!required && (value === undefined || value === null)) continue
    const kinds = type === undefined ? [] : [type].flat()
    if (kinds.length > 0 && !kinds.some((kind) => isOf(value, kind))) return mismatch(name, value, kinds)
  }
  return null
}

/** `argumentFault` for one set of rules. */
export const checkArguments =
  (rules: ArgumentRules) =>
  (args: Plain): string | null =>
    argumentFault(rules, args)

/** Positional arguments under the names of their rules. */
export const namedArguments = (rules: ArgumentRules, args: readonly unknown[]): Plain =>
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
