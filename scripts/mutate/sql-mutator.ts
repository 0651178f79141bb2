/** Stryker's plugin that adds the changes of SQL to its own, by the list that its instrumenter goes through. */
import { allMutators } from "../../node_modules/@stryker-mutator/instrumenter/dist/src/mutators/mutate.js"
import { isSql, sqlChanges } from "./sql-changes.ts"

allMutators.push({
  name: "SQL",
  *mutate(path) {
    if (path.isStringLiteral() && isSql(path.node.value))
      for (const value of sqlChanges(path.node.value)) yield { type: "StringLiteral", value, loc: null }
    if (!path.isTemplateLiteral()) return
    const { node } = path
    if (!isSql(node.quasis.map(({ value }) => value.raw).join("$"))) return
    for (const [place, quasi] of node.quasis.entries()) {
      const linesAbove = (quasi.loc?.start.line ?? 0) - (node.loc?.start.line ?? 0)
      for (const raw of sqlChanges(quasi.value.raw, linesAbove))
        yield {
          ...node,
          expressions: structuredClone(node.expressions),
          quasis: node.quasis.with(place, { ...quasi, value: { raw, cooked: raw } }),
        }
    }
  },
})

export const strykerPlugins = []
