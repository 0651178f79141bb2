/**
 * npm run conformance [-- FILE]
 * Runs the machines and modules through a file of observed cases; without FILE, the shared cases.
 * Prints one line per case, then `N passed, N failed`. Exit code 1: a case fails or is malformed;
 * 2: the file is unusable.
 */

import { isMalformed, readCaseFile, SHARED_FILE, UnusableFile } from "../tests/conformance/case-file.ts"
import { judge, type Verdict } from "../tests/conformance/judge.ts"
import { openToolbox } from "../tests/conformance/tools.ts"

const lineOf = ({ id, ok, reason }: Verdict): string => (ok ? `pass ${id}` : `fail ${id}  ${reason}`)

const runFile = async (path: string): Promise<boolean> => {
  const { fixture, entries } = readCaseFile(path)
  const toolbox = openToolbox()
  const tools = toolbox.toolsFor(fixture)
  let failed = 0
  try {
    for (const entry of entries) {
      const verdict = isMalformed(entry)
        ? { id: entry.id, ok: false, reason: `malformed: ${entry.reason}` }
        : await judge(entry, tools)
      if (!verdict.ok) failed += 1
      console.log(lineOf(verdict))
    }
  } finally {
    await toolbox.close()
  }
  console.log(`${entries.length - failed} passed, ${failed} failed`)
  return failed === 0
}

const [path = SHARED_FILE, ...more] = process.argv.slice(2)
if (more.length > 0) {
  console.error("Give one file of cases, or none for the shared one.")
  process.exit(2)
}
try {
  // a case that timed out may have left timers: exit anyway
  process.exit((await runFile(path)) ? 0 : 1)
} catch (cause) {
  if (!(cause instanceof UnusableFile)) throw cause
  console.error(cause.message)
  process.exitCode = 2
}
