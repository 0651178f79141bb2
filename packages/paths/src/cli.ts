#!/usr/bin/env node
/**
 * `xstate-paths --file PATH` prints paths through a machine, `xstate-paths mutate` judges its mutants,
 * `xstate-paths driver` writes a driver. An older Node cannot link the rest: it is loaded after the check.
 */
export {}

const OLDEST = [24, 7] as const

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(`xstate-paths runs on Node ${OLDEST.join(".")} or newer; this is ${process.versions.node}`)
  process.exitCode = 2
} else {
  const { runCommandLine } = await import("./command-line.ts")
  await runCommandLine(process.argv.slice(2))
}
