import { join } from "node:path"
import { defineConfig } from "vitest/config"

const minutes = 60_000
/** A machine that was busy for a moment is no fault of the app; the report says which test was tried again. */
const furtherTries = 2

/** The runners of `npm test`; each is one project, started on its own by scripts/test.ts. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "tests/unit/**/*.test.{ts,tsx}",
            "tests/model/**/*.test.ts",
            "tests/conformance/adapters/*.test.ts",
          ],
          environment: "node",
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: ["tests/server/**/*.test.ts", "tests/conformance/*.test.ts", "tests/chaos/**/*.test.ts"],
          environment: "node",
          globalSetup: ["tests/support/postgres-setup.ts"],
          testTimeout: 2 * minutes,
          hookTimeout: 2 * minutes,
        },
      },
      {
        extends: true,
        // what `npm run paths` writes for Playwright is run by its tests without it
        resolve: {
          alias: { "@playwright/test": join(import.meta.dirname, "tests/e2e/playwright-test.ts") },
        },
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          retry: furtherTries,
          environment: "node",
          globalSetup: ["tests/support/browser-setup.ts"],
          maxWorkers: 2,
          testTimeout: 3 * minutes,
          hookTimeout: 2 * minutes,
        },
      },
      {
        extends: true,
        test: {
          name: "model",
          include: ["tests/model/**/*.model.ts"],
          environment: "node",
          globalSetup: ["tests/support/browser-setup.ts", "tests/model/lab/setup.ts"],
          maxWorkers: 2,
          testTimeout: 10 * minutes,
          hookTimeout: 3 * minutes,
        },
      },
    ],
  },
})
