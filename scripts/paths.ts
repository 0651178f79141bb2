/**
 * `npm run paths`: prints paths through a machine. Exit code 2 is a refusal. See docs/for-testers.md.
 */
import { runPathsCommand } from "../packages/paths/src/command.ts"
import { inLine } from "../packages/paths/src/format.ts"
import { print } from "../packages/paths/src/print.ts"
import { casesNamed, machineNamed } from "./charts/machines.ts"

/** The answer to these arguments, with the machines of this repository by name. */
export const projectPaths = (args: readonly string[]): Promise<string> =>
  runPathsCommand(args, {
    call: "npm run paths --",
    subjectNamed: async (name) => ({ machine: await machineNamed(name), cases: await casesNamed(name) }),
  })

if (import.meta.main)
  try {
    await print(await projectPaths(process.argv.slice(2)))
  } catch (error) {
    console.error(inLine(error instanceof Error ? error.message : String(error)))
    process.exitCode = 2
  }
