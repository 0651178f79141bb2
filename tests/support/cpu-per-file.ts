/**
 * Appends a line for each test file to the file named by TEST_CPU: processor seconds of its worker
 * and of everything that the worker started, seconds, path. Linux only. A shared site counts for no
 * file.
 */
import { appendFileSync, readdirSync, readFileSync } from "node:fs"
import { relative } from "node:path"
import { afterAll, beforeAll, expect } from "vitest"

/** Clock ticks of /proc per second. */
const TICKS = 100

interface Process {
  readonly parent: number
  /** With that of children which have ended. */
  readonly usedS: number
}

const readProcess = (id: string): Process | null => {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, "utf8")
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    const ticks = (from: number): number => (Number(fields[from]) + Number(fields[from + 1])) / TICKS
    return { parent: Number(fields[1]), usedS: ticks(11) + ticks(13) }
  } catch {
    // It has ended since the folder was listed.
    return null
  }
}

/** Processor seconds of this process, of its browser, and of everything else under it. */
const usedSeconds = (): number => {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name))
  const all = new Map(ids.map((id) => [Number(id), readProcess(id)]))
  const isOwn = (id: number): boolean => {
    const parent = all.get(id)?.parent ?? 0
    return id === process.pid || (parent > 1 && isOwn(parent))
  }
  return [...all].reduce((sum, [id, found]) => sum + (isOwn(id) ? (found?.usedS ?? 0) : 0), 0)
}

const target = process.env.TEST_CPU
if (target !== undefined) {
  let before = 0
  let startedAtMs = 0
  beforeAll(() => {
    before = usedSeconds()
    startedAtMs = performance.now()
  })
  afterAll(() => {
    const file = relative(process.cwd(), expect.getState().testPath ?? "")
    const elapsedS = (performance.now() - startedAtMs) / 1000
    appendFileSync(target, `${(usedSeconds() - before).toFixed(2)}\t${elapsedS.toFixed(2)}\t${file}\n`)
  })
}
