/** Prints what a command answers and sets the exit code: 2 is a refusal. */
import { type Project, runPathsCommand } from "./command.ts"
import { inLine } from "./format.ts"
import { runMutantsCommand } from "./mutants-command.ts"
import { print } from "./print.ts"

/**
 * The paths of a machine; after the word `mutate` its mutants, with exit code 1 if too few are
 * noticed.
 */
export const runCommandLine = async (
  [word, ...rest]: readonly string[],
  project: Project | null = null,
): Promise<void> => {
  try {
    if (word === "mutate") {
      const { text, isPassed } = await runMutantsCommand(rest, project)
      await print(text)
      if (!isPassed) process.exitCode = 1
    } else await print(await runPathsCommand(word === undefined ? [] : [word, ...rest], project))
  } catch (error) {
    console.error(inLine(error instanceof Error ? error.message : String(error)))
    process.exitCode = 2
  }
}
