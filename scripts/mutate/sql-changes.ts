/**
 * Changes of SQL in one place at a time: bounds, signs, conditions, orders and literals. Stryker knows
 * JavaScript alone and would only empty the whole text.
 */
import { type ChangeKind, isNode } from "./change-kinds.ts"

const RULES: readonly (readonly [found: RegExp, replacement: string])[] = [
  [/ >= /g, " > "],
  [/ <= /g, " < "],
  [/ > /g, " >= "],
  [/ < /g, " <= "],
  [/ \+ /g, " - "],
  [/ - /g, " + "],
  [/(?<=[(\s,])-(?=[$(a-z])/g, ""],
  [/\bis not null\b/g, "is null"],
  [/\bis null\b/g, "is not null"],
  [/ desc\b/g, " asc"],
  [/\bleast\(/g, "greatest("],
  [/\bgreatest\(/g, "least("],
  [/'[\w -]+'/g, "'changed'"],
  // a condition that always holds
  [/(?<=\b(?:where|and|or|when|on|having) )[\w.]+ (?:=|<>|>=|<=|>|<) [\w.$:']+(?!\()/g, "true"],
]

/** Whether a string is a statement of SQL or a part of one. */
export const isSql = (text: string): boolean =>
  /\$\d|::[a-z]|^\s*(?:select|insert into|update|delete from|with)\b|\b(?:where|case when|is null|is not null)\b/.test(
    text,
  )

const CONTEXT = 24

/**
 * Every change of a text, each as the whole text with a comment that `changeIn` reads. `linesAbove` are
 * those of the template that the text is a part of.
 */
export const sqlChanges = (text: string, linesAbove = 0): readonly string[] =>
  RULES.flatMap(([found, replacement]) =>
    [...text.matchAll(found)].map(({ 0: original, index }) => {
      const [before, after] = [text.slice(0, index), text.slice(index + original.length)]
      const [left, right] = [before.slice(-CONTEXT), after.slice(0, CONTEXT)]
      const line = linesAbove + before.split("\n").length - 1
      const change = `${left}${original}${right} → ${left}${replacement}${right}`.replaceAll(/\s+/g, " ")
      return `${before}${replacement}/*${line}: ${change.trim()}*/${after}`
    }),
  )

/** Which change a text has, and how many lines below its beginning; null for another text. */
export const changeIn = (text: string): { readonly line: number; readonly change: string } | null => {
  const [, line = "", change = ""] = /\/\*(\d+): (.* → .*?)\*\//.exec(text) ?? []
  return line === "" ? null : { line: Number(line), change }
}

const textIn = (value: unknown): string => {
  const raw = typeof value === "object" && value !== null ? Reflect.get(value, "raw") : undefined
  return typeof raw === "string" ? raw : ""
}

const firstLineOf = (part: object): number => {
  const loc: unknown = Reflect.get(part, "loc")
  const start: unknown = typeof loc === "object" && loc !== null ? Reflect.get(loc, "start") : undefined
  return typeof start === "object" && start !== null ? Number(Reflect.get(start, "line")) : 0
}

/** Changes strings and templates that are SQL. */
export const sqlChange: ChangeKind = {
  name: "SQL",
  *mutate({ node }) {
    const { type, value } = node
    if (type === "StringLiteral" && typeof value === "string" && isSql(value))
      for (const changed of sqlChanges(value)) yield { type, value: changed, loc: null }
    if (type !== "TemplateLiteral" || !Array.isArray(node.quasis)) return
    const parts = node.quasis.filter(isNode)
    if (!isSql(parts.map((part) => textIn(part.value)).join("$"))) return
    for (const [place, part] of parts.entries())
      for (const raw of sqlChanges(textIn(part.value), firstLineOf(part) - firstLineOf(node)))
        yield {
          ...node,
          expressions: structuredClone(node.expressions),
          quasis: parts.with(place, { ...part, value: { raw, cooked: raw } }),
        }
  },
}
