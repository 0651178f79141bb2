/**
 * A value as text: two values have the same text only if they are alike. It tells apart what JSON does
 * not: `Set`, `Map`, `Date`, bigint, NaN, −0, absent and undefined fields.
 */
import { Actor } from "xstate"

/** A getter of the value throws. The message is built on the way out: a path costs nothing until then. */
class UnreadableValue extends Error {
  readonly path: string

  constructor(path: string) {
    super(`${path} cannot be read`)
    this.path = path
  }
}

const scalarText = (value: unknown): string => {
  if (typeof value === "string") return JSON.stringify(value)
  if (typeof value === "bigint") return `${value}n`
  if (typeof value === "function") return `function ${value.name}`
  return Object.is(value, -0) ? "-0" : String(value)
}

/** A circle is written as the depth at which it begins. */
const textIn = (value: unknown, open: object[]): string => {
  if (typeof value !== "object" || value === null) return scalarText(value)
  const depth = open.indexOf(value)
  if (depth >= 0) return `^${depth}`
  open.push(value)
  const text = objectText(value, open)
  open.pop()
  return text
}

const fieldText = (value: object, name: string, open: object[]): string => {
  try {
    return `${JSON.stringify(name)}:${textIn(Reflect.get(value, name), open)},`
  } catch (cause) {
    throw new UnreadableValue(cause instanceof UnreadableValue ? `${name}.${cause.path}` : name)
  }
}

const fieldsText = (value: object, open: object[]): string => {
  let text = ""
  for (const name of Object.keys(value).sort()) text += fieldText(value, name, open)
  return text
}

const classOf = (value: object): string => {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || typeof prototype !== "object" || prototype === null) return ""
  return prototype.constructor.name
}

const objectText = (value: object, open: object[]): string => {
  // an absent item is no undefined one
  if (Array.isArray(value)) return `[${value.length};${fieldsText(value, open)}]`
  const name = classOf(value)
  if (name === "") return `{${fieldsText(value, open)}}`
  if (value instanceof Date) return `Date(${value.getTime()})`
  if (value instanceof RegExp || value instanceof URL) return `${name}(${value})`
  if (value instanceof Set || value instanceof Map) return `${name}(${textIn([...value], open)})`
  if (value instanceof Error) return `${name}(${JSON.stringify(value.message)})`
  // the id of an actor without a name of its own is counted, and differs in each system
  if (value instanceof Actor) return `actor(${value.id === value.sessionId ? "" : value.id})`
  if ("toJSON" in value && typeof value.toJSON === "function") return textIn(value.toJSON(), open)
  return `${name}{${fieldsText(value, open)}}`
}

/** Throws an error that names the path of what cannot be read. */
export const valueText = (value: unknown, root = "value"): string => {
  try {
    return textIn(value, [])
  } catch (cause) {
    throw cause instanceof UnreadableValue ? new UnreadableValue(`${root}.${cause.path}`) : cause
  }
}
