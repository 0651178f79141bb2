/**
 * `npm run paths`: prints paths through a machine. Exit code 2 is a refusal. See docs/for-testers.md.
 */
import { runPathsCommand } from "./paths/command.ts"
import { inLine } from "./paths/format.ts"
import { print } from "./print.ts"

try {
  await print(await runPathsCommand(process.argv.slice(2)))
} catch (error) {
  console.error(inLine(error instanceof Error ? error.message : String(error)))
  process.exitCode = 2
}
