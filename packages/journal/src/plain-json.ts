/** What JSON would lose of a value: it is refused with its path, not stored without it. */

/** The value at `path` has no form in JSON. Give `createJournal` an `encode` for it. */
export class NotJson extends Error {
  readonly path: string

  constructor(path: string, what: string) {
    super(`${path} is ${what}, which JSON does not hold`)
    this.name = "NotJson"
    this.path = path
  }
}

/** What it is, in words; null for a value that JSON holds. */
const foreign = (value: unknown): string | null => {
  if (value === null || typeof value === "string" || typeof value === "boolean") return null
  if (typeof value === "number") return Number.isFinite(value) ? null : String(value)
  if (typeof value !== "object") return value === undefined ? "undefined" : `a ${typeof value}`
  if (Array.isArray(value)) return null
  const prototype: unknown = Object.getPrototypeOf(value)
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null
  return isPlain ? null : `a ${value.constructor.name}`
}

/** Throws `NotJson`. Fields that are undefined are absent in JSON, which a schema reads alike. */
export const checkJson = (value: unknown, path: string): void => {
  const what = foreign(value)
  if (what !== null) throw new NotJson(path, what)
  if (typeof value !== "object" || value === null) return
  const isList = Array.isArray(value)
  for (const [name, inner] of Object.entries(value))
    if (inner !== undefined || isList) checkJson(inner, isList ? `${path}[${name}]` : `${path}.${name}`)
}
