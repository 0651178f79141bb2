#!/usr/bin/env node
/** `xstate-paths --file PATH`: prints paths through a machine. Exit code 2 is a refusal. */
import { runPathsCommand } from "./command.ts"
import { inLine } from "./format.ts"
import { print } from "./print.ts"

try {
  await print(await runPathsCommand(process.argv.slice(2)))
} catch (error) {
  console.error(inLine(error instanceof Error ? error.message : String(error)))
  process.exitCode = 2
}
