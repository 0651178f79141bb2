/**
 * Appends one line of JSON for each test file to the file named by TEST_CPU: the CPU seconds of its
 * worker and of everything that the worker started. Linux only. A shared site counts for no file.
 */
import { appendFileSync, readdirSync, readFileSync } from "node:fs"
import { relative } from "node:path"
import { afterAll, beforeAll, expect } from "vitest"

/** Clock ticks of /proc per second. */
const TICKS = 100

interface Process {
  readonly parent: number
  readonly command: string
  /** Its own time, and that of children which have ended. */
  readonly ownS: number
  readonly endedS: number
}

const readProcess = (id: string): Process | null => {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, "utf8")
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    const ticks = (from: number): number => (Number(fields[from]) + Number(fields[from + 1])) / TICKS
    const command = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"))
    return { parent: Number(fields[1]), command, ownS: ticks(11), endedS: ticks(13) }
  } catch {
    // It has ended since the folder was listed.
    return null
  }
}

/** CPU seconds of this process, of its browser, and of everything else under it. */
const used = (): { readonly worker: number; readonly browser: number; readonly others: number } => {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name))
  const all = new Map(ids.map((id) => [Number(id), readProcess(id)]))
  const isOwn = (id: number): boolean => {
    const parent = all.get(id)?.parent ?? 0
    return parent === process.pid || (parent > 1 && isOwn(parent))
  }
  let [browser, others] = [0, 0]
  for (const [id, found] of all) {
    if (found === null || !isOwn(id)) continue
    if (found.command.startsWith("chrom")) browser += found.ownS + found.endedS
    else others += found.ownS + found.endedS
  }
  const own = all.get(process.pid)
  return { worker: own?.ownS ?? 0, browser, others: others + (own?.endedS ?? 0) }
}

const target = process.env.TEST_CPU
if (target !== undefined) {
  let before = used()
  let startedAtMs = 0
  beforeAll(() => {
    before = used()
    startedAtMs = performance.now()
  })
  afterAll(() => {
    const after = used()
    const [worker, browser, others] = (["worker", "browser", "others"] as const).map((part) =>
      Number((after[part] - before[part]).toFixed(2)),
    )
    const file = relative(process.cwd(), expect.getState().testPath ?? "")
    const elapsedS = Number(((performance.now() - startedAtMs) / 1000).toFixed(2))
    appendFileSync(target, `${JSON.stringify({ file, worker, browser, others, elapsedS })}\n`)
  })
}
