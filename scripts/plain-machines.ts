import { parseSync, Visitor } from "rolldown/utils"
import type { Plugin } from "vite"

interface Span {
  readonly start: number
  readonly end: number
}

/** Where what only people and the compiler read stands in a statechart's source, each with the comma after it. */
const wordsIn = (path: string, code: string): readonly Span[] => {
  const found: Span[] = []
  new Visitor({
    Property({ key, value, start, end }) {
      if (key.type !== "Identifier") return
      const isDescription =
        key.name === "description" && value.type === "Literal" && typeof value.value === "string"
      const isTypes = key.name === "types" && value.type === "ObjectExpression"
      if (isDescription || isTypes)
        found.push({ start, end: end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0) })
    },
  }).visit(parseSync(path, code).program)
  return found
}

/** A statechart's source without its descriptions, which are for people who read charts, and without its types: neither means anything to what runs. */
export const withoutDescriptions = (path: string, code: string): string =>
  wordsIn(path, code).reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), code)

/** Keeps the words of charts out of what members load. */
export const plainMachines = (): Plugin => ({
  name: "plain-machines",
  apply: "build",
  enforce: "pre",
  transform: {
    filter: { id: /\/machines\/[^/?]+\.ts$/ },
    handler: (code, id) => ({ code: withoutDescriptions(id, code), map: null }),
  },
})
