import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { defineConfig } from "vitest/config"

const minutes = 60_000
/** Two cores are kept busy, on a larger machine too: what is measured holds everywhere. */
const maxWorkers = 2

/**
 * Unit tests that replace modules: each has a process of its own. The others share theirs, because
 * most of a short file's time is the loading of libraries.
 */
const isolatedUnits = globSync("tests/unit/**/*.test.{ts,tsx}", { cwd: import.meta.dirname }).filter((file) =>
  /\bvi\.mock\(/.test(readFileSync(join(import.meta.dirname, file), "utf8")),
)

/** Files that are of other runs as a whole: `npm test` does not even load them. */
const leftOut =
  process.env.TEST_RUN === "first"
    ? globSync("{tests,packages/*/tests}/**/*.{test,model}.{ts,tsx}", { cwd: import.meta.dirname }).filter(
        (file) =>
          /^\/\/ @module-tag (?:exhaustive|torture)$/m.test(
            readFileSync(join(import.meta.dirname, file), "utf8"),
          ),
      )
    : []

/** Which run a test belongs to; without a tag it is `npm test`. */
export const testTags = [
  { name: "exhaustive", description: "Runs in npm run test:all alone." },
  { name: "sweep", description: "Runs in npm test, and with every case in npm run test:all." },
  { name: "torture", description: "Runs in npm run test:torture alone." },
]

/** The projects of vitest: in one call they run in the order of their groups. */
export default defineConfig({
  test: {
    tags: testTags,
    // on a machine with other work a second, the default, is short
    expect: { poll: { timeout: 60_000 } },
    ...(process.env.TEST_CPU === undefined ? {} : { setupFiles: ["tests/support/cpu-per-file.ts"] }),
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "tests/unit/**/*.test.{ts,tsx}",
            "packages/*/tests/*.test.ts",
            "tests/golden/devices.test.ts",
          ],
          exclude: [...isolatedUnits, ...leftOut],
          environment: "node",
          isolate: false,
          maxWorkers,
          sequence: { groupOrder: 0 },
          testTimeout: minutes,
        },
      },
      {
        extends: true,
        test: {
          name: "unit-isolated",
          include: isolatedUnits,
          environment: "node",
          maxWorkers,
          sequence: { groupOrder: 0 },
          testTimeout: minutes,
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: [
            "tests/server/**/*.test.ts",
            "tests/conformance/*.test.ts",
            "tests/chaos/**/*.test.ts",
            "tests/golden/database.test.ts",
          ],
          exclude: leftOut,
          environment: "node",
          isolate: false,
          maxWorkers,
          sequence: { groupOrder: 1 },
          globalSetup: ["tests/support/postgres-setup.ts"],
          // on a busy machine an embedded engine takes two minutes to start
          testTimeout: 5 * minutes,
          hookTimeout: 5 * minutes,
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts", "tests/golden/app.test.ts"],
          exclude: leftOut,
          environment: "node",
          globalSetup: ["tests/support/browser-setup.ts", "tests/e2e/setup.ts"],
          isolate: false,
          maxWorkers,
          sequence: { groupOrder: 2 },
          testTimeout: 3 * minutes,
          hookTimeout: 2 * minutes,
        },
      },
      {
        // started by name alone: writes test data of the release that is checked out
        extends: true,
        test: {
          name: "recording",
          include: ["tests/golden/record.ts"],
          environment: "node",
          globalSetup: ["tests/support/browser-setup.ts", "tests/support/postgres-setup.ts"],
          hookTimeout: 2 * minutes,
        },
      },
      {
        // started by name alone: draws every page for looking at
        extends: true,
        test: {
          name: "screens",
          include: ["tests/screens/draw.ts"],
          environment: "node",
          globalSetup: ["tests/support/browser-setup.ts", "tests/e2e/setup.ts"],
          testTimeout: 10 * minutes,
          hookTimeout: 5 * minutes,
        },
      },
      {
        extends: true,
        test: {
          name: "model",
          include: ["tests/model/**/*.model.ts"],
          exclude: leftOut,
          environment: "node",
          globalSetup: ["tests/support/browser-setup.ts", "tests/model/harness/setup.ts"],
          isolate: false,
          maxWorkers,
          maxConcurrency: 3,
          sequence: { groupOrder: 2 },
          testTimeout: 10 * minutes,
          hookTimeout: 3 * minutes,
        },
      },
    ],
  },
})
