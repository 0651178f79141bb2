/**
 * Compares an observation with the expectation: deep equality, looser only where the notation says
 * so.
 */
import { isDeepStrictEqual } from "node:util"
import type { Plain } from "./area.ts"

/** Keys that explain a case and expect nothing, unless the area observes one of that name. */
const REMARKS = new Set(["note", "notes", "source"])

/** Times measured in a running browser, which are never exact. */
const MEASURED = /^observed\w*Ms$|AtMs$/
const MEASURED_TOLERANCE_MS = 100

/** "about 500" allows a deviation of a fifth. */
const ABOUT = /^about (-?\d+(?:\.\d+)?)$/
const ABOUT_TOLERANCE = 0.2

/** Straight and curved apostrophes are equal. */
const plainMarks = (text: string): string => text.replaceAll("’", "'")

const isNear = (got: unknown, wanted: number, tolerance: number): boolean =>
  typeof got === "number" && Math.abs(got - wanted) <= tolerance

const isMet = (key: string, got: unknown, wanted: unknown): boolean => {
  const about = typeof wanted === "string" ? ABOUT.exec(wanted)?.[1] : undefined
  if (about !== undefined) return isNear(got, Number(about), Math.abs(Number(about)) * ABOUT_TOLERANCE)
  if (typeof wanted === "number" && MEASURED.test(key)) return isNear(got, wanted, MEASURED_TOLERANCE_MS)
  if (typeof got === "string" && typeof wanted === "string") return plainMarks(got) === plainMarks(wanted)
  return isDeepStrictEqual(got, wanted)
}

const shown = (value: unknown): string => (value === undefined ? "nothing" : JSON.stringify(value))

/**
 * One clause per difference; empty if there is none. An expectation of remarks alone counts as a
 * difference.
 */
export const differences = (got: Plain, wanted: Plain): readonly string[] => {
  const expected = Object.entries(wanted).filter(([key]) => !REMARKS.has(key) || Object.hasOwn(got, key))
  if (expected.length === 0) return ["it expects nothing that could be observed"]
  return expected.flatMap(([key, value]) => {
    if (!Object.hasOwn(got, key)) return [`"${key}" was not observed, wanted ${shown(value)}`]
    return isMet(key, got[key], value) ? [] : [`${key}: got ${shown(got[key])}, wanted ${shown(value)}`]
  })
}
