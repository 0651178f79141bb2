/**
 * Which run a test belongs to, by its tags: `exhaustive` tests are left out of `npm test`, and
 * `sweep` tests try more cases in `npm run test:exhaustive` (tests/support/exhaustive.ts). The
 * others run in `npm test` alone.
 */

export const testTags = [
  { name: "exhaustive", description: "Runs in npm run test:exhaustive alone." },
  { name: "sweep", description: "Runs in both, with more cases in npm run test:exhaustive." },
] as const

type TestTag = (typeof testTags)[number]["name"]

/** `all`: a run of named files leaves nothing out. */
export type TestRun = "normal" | "exhaustive" | "all"

/** Vitest's expression for the tests of a run. */
export const tagsFilterOf: Readonly<Record<TestRun, string | null>> = {
  normal: "!exhaustive",
  exhaustive: "exhaustive || sweep",
  all: null,
}

/** Whether a test with these tags runs; the same as the expression says. */
export const isOfRun = (run: TestRun, tags: readonly string[]): boolean => {
  const has = (tag: TestTag): boolean => tags.includes(tag)
  if (run === "normal") return !has("exhaustive")
  return run === "all" || has("exhaustive") || has("sweep")
}

/** Whether a test file has tests of the exhaustive run. */
export const hasExhaustiveTests = (code: string): boolean =>
  /\btags: \["(?:exhaustive|sweep)"\]|@module-tag (?:exhaustive|sweep)\b|\b(?:forEachEngineInTurn|onDatabasesInTurn)\(/.test(code)
