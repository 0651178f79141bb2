/**
 * `npm run paths` prints paths through a machine, `npm run mutate` judges its mutants. Exit code 2 is
 * a refusal. See docs/for-testers.md.
 */
import { type Project, runCommandLine, runPathsCommand } from "@financial-links/paths"
import { casesNamed, machineNamed, machineNames } from "./charts/machines.ts"

/** The machines of this repository by name. */
const project: Project = {
  call: "npm run paths --",
  mutantsCall: "npm run mutate --",
  names: machineNames,
  subjectNamed: async (name) => ({ machine: await machineNamed(name), cases: await casesNamed(name) }),
}

/** The answer to these arguments, with the machines of this repository by name. */
export const projectPaths = (args: readonly string[]): Promise<string> => runPathsCommand(args, project)

if (import.meta.main) await runCommandLine(process.argv.slice(2), project)
