/** Whether what was seen is what a case wants. Deep equality, and looser only where the notation says so. */
import { isDeepStrictEqual } from "node:util"
import type { Plain } from "./area.ts"

/** Keys that explain a case and expect nothing, unless the area observes something of that name. */
const REMARKS = new Set(["note", "notes", "source"])

/** Moments that were measured in a running browser, whose clock is never exact. */
const MEASURED = /^observed\w*Ms$|AtMs$/
const MEASURED_TOLERANCE_MS = 100

/** "about 500" allows a fifth more or less. */
const ABOUT = /^about (-?\d+(?:\.\d+)?)$/
const ABOUT_TOLERANCE = 0.2

/** An apostrophe is the same mark, straight or curved. */
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

/** What is not as wanted, one clause each; empty where all is. Where nothing but remarks is wanted, nothing could fail: that is told too. */
export const differences = (got: Plain, wanted: Plain): readonly string[] => {
  const expected = Object.entries(wanted).filter(([key]) => !REMARKS.has(key) || Object.hasOwn(got, key))
  if (expected.length === 0) return ["it expects nothing that could be observed"]
  return expected.flatMap(([key, value]) => {
    if (!Object.hasOwn(got, key)) return [`"${key}" was not observed, wanted ${shown(value)}`]
    return isMet(key, got[key], value) ? [] : [`${key}: got ${shown(got[key])}, wanted ${shown(value)}`]
  })
}
