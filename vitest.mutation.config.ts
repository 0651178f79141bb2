/**
 * The tests as Stryker runs them on a changed copy of the sources: `npm run mutate:sources`. Its own
 * choice of test files leaves the changes of what runs at loading inactive (Stryker 10.1.1).
 */
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { keptThreads } from "./scripts/mutate/kept-threads.ts"
import { testTags } from "./scripts/test-tags.ts"

const kind = process.env.MUTATION_RUN ?? ""
/** What starts the site of browser tests. */
const site = { e2e: "tests/e2e/setup.ts", model: "tests/model/harness/setup.ts" }[kind]
/** Some tests of whole servers need it. Others use the embedded engine, which stays open in its thread. */
const needsPostgres = kind === "whole-server"
const tests = (process.env.MUTATION_TESTS ?? "tests/unit/**/*.test.{ts,tsx}").split(" ")

/** In their given order, the nearest first: a run ends with the first test that notices its change. */
class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => tests.findIndex((test) => moduleId.endsWith(test))
    return files.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

/** A change that keeps an answer away makes each of its tests wait so long. */
const testTimeoutMs = (): number => {
  if (site !== undefined) return 120_000
  return tests.every((test) => test.startsWith("tests/unit/")) ? 15_000 : 60_000
}

export default defineConfig({
  plugins: [
    {
      name: "kept-threads",
      // Stryker sets the pool by its name, which allows none but Vitest's own
      configureVitest: ({ project }) => {
        // of a page's changes a few are drawn, so that they can be tried with all that its tests do
        if (kind !== "e2e") project.config.tagsFilter = ["!exhaustive"]
        if (kind !== "shared-threads") return
        project.config.pool = keptThreads.name
        project.config.poolRunner = keptThreads
      },
    },
  ],
  test: {
    include: tests,
    sequence: { sequencer: NearestFirst },
    ...(needsPostgres
      ? { globalSetup: ["tests/support/postgres-setup.ts"] }
      : { provide: { postgresUrl: null } }),
    tags: [...testTags],
    environment: "node",
    ...(site === undefined
      ? {
          setupFiles: [
            kind === "whole-server"
              ? "scripts/mutate/process-changes.ts"
              : "scripts/mutate/kept-threads-setup.ts",
          ],
        }
      : {
          globalSetup: ["scripts/mutate/build-setup.ts", "tests/support/browser-setup.ts", site],
          setupFiles: ["scripts/mutate/browser-pages.ts"],
        }),
    testTimeout: testTimeoutMs(),
    hookTimeout: 60_000,
  },
})
