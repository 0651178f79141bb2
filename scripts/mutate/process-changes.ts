/**
 * Makes the change of a run active in the processes and threads that a test starts. What they run is not
 * counted, so every change is tried with every test.
 */
import { readFileSync } from "node:fs"
import { beforeAll, inject } from "vitest"
import type { Changes } from "./browser-changes.ts"

/** Stryker's changes read it where their thread has none set; what a test starts inherits it. */
const ACTIVE = "__STRYKER_ACTIVE_MUTANT__"

/** The changes in a source, from the calls that Stryker put into it. */
const changesIn = (source: string): readonly string[] =>
  [...source.matchAll(/\bstryMutAct_\w+\("(\d+)"/g)].flatMap(([, change]) => change ?? [])

globalThis.__stryker__ ??= {}
const changes: Changes = globalThis.__stryker__

if (inject("mode") === "mutant")
  beforeAll(() => {
    if (changes.activeMutant !== undefined) process.env[ACTIVE] = changes.activeMutant
  })
else {
  const source = readFileSync(process.env.MUTATION_FILE ?? "", "utf8")
  const hits = Object.fromEntries(changesIn(source).map((change) => [change, 1]))
  changes.mutantCoverage ??= { static: {}, perTest: {} }
  // in place, because the changed file may hold it already
  Object.assign(changes.mutantCoverage.static, hits)
}
