/** The tests that Stryker runs, by scripts/mutants.ts. */
import { defineConfig } from "vitest/config"
import { testTags } from "./vitest.config.ts"

export default defineConfig({
  test: {
    include: (process.env.MUTANTS_TESTS ?? "").split(" "),
    tags: testTags,
    provide: { postgresUrl: null },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
