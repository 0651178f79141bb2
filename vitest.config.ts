import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { defineConfig } from "vitest/config"
import TestSequencer from "./scripts/test-sequencer.ts"
import { testTags } from "./scripts/test-tags.ts"

const minutes = 60_000
/**
 * Workers of the projects that mostly wait (for a browser, a server or a timer). Server and browser
 * tests run side by side (scripts/test.ts): five workers keep two cores busy, more make tests with a
 * time limit fail.
 */
const serverWorkers = 3
const browserWorkers = 2

/**
 * Unit tests that replace modules, or leave a whole app running: each has a process of its own. The
 * others share theirs, because most of a short file's time is the loading of libraries.
 */
const isolatedUnits = globSync("tests/unit/**/*.test.{ts,tsx}", { cwd: import.meta.dirname }).filter((file) =>
  /\bvi\.mock\(|\b(openInspectedApp|openVisitorApp)\(/.test(
    readFileSync(join(import.meta.dirname, file), "utf8"),
  ),
)

/** Browser tests of the exhaustive run alone: a normal run does not even load their files. */
const leftOut =
  process.env.TEST_RUN === "normal"
    ? globSync("tests/{e2e,golden}/*.test.ts", { cwd: import.meta.dirname }).filter((file) =>
        readFileSync(join(import.meta.dirname, file), "utf8").startsWith("// @module-tag exhaustive\n"),
      )
    : []

/**
 * The projects of vitest. In one call they run in the order of their groups, which have each their
 * number of workers; scripts/test.ts runs calls side by side.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: TestSequencer },
    tags: [...testTags],
    // on a machine with other work a second, the default, is short
    expect: { poll: { timeout: 10_000 } },
    ...(process.env.TEST_CPU === undefined ? {} : { setupFiles: ["tests/support/cpu-per-file.ts"] }),
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "tests/unit/**/*.test.{ts,tsx}",
            "packages/*/tests/*.test.ts",
            "tests/conformance/adapters/*.test.ts",
            "tests/golden/devices.test.ts",
          ],
          exclude: isolatedUnits,
          environment: "node",
          isolate: false,
          maxWorkers: 2,
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
          maxWorkers: 2,
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
          environment: "node",
          isolate: false,
          maxWorkers: serverWorkers,
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
          maxWorkers: browserWorkers,
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
          environment: "node",
          globalSetup: ["tests/support/browser-setup.ts", "tests/model/harness/setup.ts"],
          isolate: false,
          maxWorkers: browserWorkers,
          maxConcurrency: 3,
          sequence: { groupOrder: 2 },
          testTimeout: 10 * minutes,
          hookTimeout: 3 * minutes,
        },
      },
    ],
  },
})
