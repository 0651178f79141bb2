/**
 * Stryker's plugin for what no test should notice: descriptions, types and stubs of a machine, and
 * the messages of errors and names of spans, which developers alone read. With it come the kinds of
 * change of our own.
 */
import { addChangeKinds } from "./change-kinds.ts"
import { orderChanges } from "./order-changes.ts"
import { sqlChange } from "./sql-changes.ts"

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

const nameOf = (node: unknown): unknown => fieldOf(node, "name")

/** A state, transition or event that has nothing but its description: without it, it is the same. */
const isDescribedAlone = (node: unknown): boolean => {
  const properties = fieldOf(node, "properties")
  return (
    Array.isArray(properties) &&
    properties.length > 0 &&
    properties.every((property) => nameOf(fieldOf(property, "key")) === "description")
  )
}

/** The reason to leave a node of Babel's syntax tree out; undefined to change it. */
export const reasonToIgnore = (node: unknown): string | undefined => {
  const type = fieldOf(node, "type")
  const key = nameOf(fieldOf(node, "key"))
  if (type === "ObjectProperty" && key === "description") return "a description"
  if (type === "ObjectExpression" && isDescribedAlone(node)) return "a description"
  if (type === "ObjectProperty" && key === "types") return "types"
  if (type === "ObjectProperty" && key === "actors") return "stubs, which the actor host replaces"
  const callee = nameOf(fieldOf(node, "callee"))
  if (type === "NewExpression" && /Error$/.test(String(callee))) return "the message of an error"
  if (type === "CallExpression" && /^unprovided/.test(String(callee))) return "the message of an error"
  const method = nameOf(fieldOf(fieldOf(node, "callee"), "property"))
  if (type === "CallExpression" && method === "fn") return "the name of a span"
  return undefined
}

/** The name that Stryker looks for. */
export const strykerPlugins = [
  {
    kind: "Ignore",
    name: "texts",
    factory: () => {
      const { MUTATION_ONE_IN: oneIn, MUTATION_SEED: seed = "" } = process.env
      addChangeKinds(
        [...orderChanges, sqlChange],
        oneIn === undefined ? null : { oneIn: Number(oneIn), seed },
      )
      return { shouldIgnore: (path: unknown) => reasonToIgnore(fieldOf(path, "node")) }
    },
  },
]
