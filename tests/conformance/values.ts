/**
 * Values that JSON cannot hold: "(Date 1970-01-01T00:00:00.000Z)", "(undefined)", "(NaN)", "6 000
 * 000 characters".
 */

const NAMED: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["undefined", undefined],
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
  ["null", null],
])

const spelled = (word: string, rest: string): unknown => {
  if (NAMED.has(word)) return NAMED.get(word)
  if (word === "Date") return new Date(rest)
  if (word === "BigInt") return BigInt(rest)
  if (word === "function") return () => {}
  if (word === "ArrayBuffer") return new ArrayBuffer(Number.parseInt(rest, 10) || 4)
  throw new Error(`the value (${word}) is not understood`)
}

/** The value that a notation stands for. */
export const meantBy = (written: unknown): unknown => {
  if (Array.isArray(written)) return written.map(meantBy)
  if (classOf(written) === "Object")
    return Object.fromEntries(Object.entries(Object(written)).map(([name, value]) => [name, meantBy(value)]))
  if (typeof written !== "string") return written
  const [, word = "", rest = ""] = /^\(([\w-]+) ?(.*)\)$/.exec(written) ?? []
  if (word !== "") return spelled(word, rest)
  const count = /^(\d[\d ]*) characters$/.exec(written)?.[1]
  return count === undefined ? written : "x".repeat(Number(count.replaceAll(" ", "")))
}

/** The length of the text that a notation stands for; 0 for any other value. */
export const sizeOf = (written: unknown): number => {
  const value = meantBy(written)
  return typeof value === "string" ? value.length : 0
}

/** The class name of a value: "Date", "Array", "ArrayBuffer", "Object", "String" … */
export const classOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1)
