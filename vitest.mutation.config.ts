/**
 * The unit tests as Stryker runs them on a changed copy of the sources: `npm run mutate:sources`. Its own
 * choice of test files leaves the changes of what runs at loading inactive (Stryker 10.1.1).
 */
import { defineConfig } from "vitest/config"
import { testTags } from "./scripts/test-tags.ts"

export default defineConfig({
  test: {
    include: (process.env.MUTATION_TESTS ?? "tests/unit/**/*.test.{ts,tsx}").split(" "),
    tags: [...testTags],
    environment: "node",
    testTimeout: 30_000,
  },
})
