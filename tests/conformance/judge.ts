/** Runs one case and says whether it holds. */
import type { Area, Case, Tools } from "./area.ts"
import { areaOf } from "./areas.ts"
import { differences } from "./compare.ts"

export interface Verdict {
  readonly id: string
  readonly ok: boolean
  /** Why it does not hold: what was got and wanted, or what is not understood. */
  readonly reason?: string
}

/** No case takes this long; one that does hangs. */
const CASE_LIMIT_MS = 60_000

const observed = async (area: Area, one: Case, tools: Tools) => {
  const { promise, reject } = Promise.withResolvers<never>()
  // what breaks in a listener or a timer of the parts that are driven breaks this case, not the run
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

/** Never rejects: whatever goes wrong is the case's verdict. */
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
    const told = cause instanceof Error ? cause.message : String(cause)
    return { id, ok: false, reason: told.split("\n")[0] ?? told }
  }
}
