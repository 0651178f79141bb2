/** Runs one case and returns the verdict. */
import type { Area, Case, Tools } from "./area.ts"
import { areaOf } from "./areas.ts"
import { differences } from "./compare.ts"

export interface Verdict {
  readonly id: string
  readonly ok: boolean
  /** The differences, or what was not understood. */
  readonly reason?: string
}

/** A case that takes longer hangs. */
const CASE_LIMIT_MS = 60_000

const observed = async (area: Area, one: Case, tools: Tools) => {
  const { promise, reject } = Promise.withResolvers<never>()
  // an error in a listener or a timer fails this case, not the run
  process.on("uncaughtException", reject)
  const timer = setTimeout(() => {
    tools.leavePages()
    reject(new Error(`it was not over within ${CASE_LIMIT_MS / 1000} s`))
  }, CASE_LIMIT_MS)
  try {
    return await Promise.race([area.observe(one, tools), promise])
  } finally {
    clearTimeout(timer)
    process.off("uncaughtException", reject)
  }
}

/** Never rejects: every error becomes the verdict of the case. */
export const judge = async (one: Case, tools: Tools): Promise<Verdict> => {
  const { id } = one
  const area = areaOf(one.area)
  if (!area) return { id, ok: false, reason: `unknown area "${one.area}"` }
  try {
    const wanted = area.wanted(one)
    if (!wanted) return { id, ok: false, reason: `the words of "better" are not understood: ${one.better}` }
    const found = differences(await observed(area, one, tools), wanted)
    return found.length === 0 ? { id, ok: true } : { id, ok: false, reason: found.join("; ") }
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    return { id, ok: false, reason: message.split("\n")[0] ?? message }
  }
}
