import { parseSync, Visitor } from "rolldown/utils"
import type { Plugin } from "vite"

interface Span {
  readonly start: number
  readonly end: number
}

/** Where the described parts of a statechart's literal stand in its source, each with the comma after it. */
const descriptionsIn = (path: string, code: string): readonly Span[] => {
  const found: Span[] = []
  new Visitor({
    Property({ key, value, start, end }) {
      const isDescription = key.type === "Identifier" && key.name === "description"
      const isText = value.type === "Literal" && typeof value.value === "string"
      if (isDescription && isText)
        found.push({ start, end: end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0) })
    },
  }).visit(parseSync(path, code).program)
  return found
}

/** A statechart's source without its descriptions: they are for people who read charts, and mean nothing to what runs. */
export const withoutDescriptions = (path: string, code: string): string =>
  descriptionsIn(path, code).reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(end),
    code,
  )

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
