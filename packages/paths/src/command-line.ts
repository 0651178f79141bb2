/** Prints what a command answers and sets the exit code: 2 is a refusal. */
import { type Project, runPathsCommand } from "./command.ts"
import { runDriverCommand } from "./driver-command.ts"
import { inLine } from "./format.ts"
import { runMutantsCommand } from "./mutants-command.ts"

/**
 * The paths of a machine; after the word `mutate` its mutants, with exit code 1 if too few are
 * noticed; after `driver`, where there is no project, a driver to be filled in.
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
    } else if (word === "driver" && project === null) await print(await runDriverCommand(rest))
    else await print(await runPathsCommand(word === undefined ? [] : [word, ...rest], project))
  } catch (error) {
    console.error(inLine(error instanceof Error ? error.message : String(error)))
    process.exitCode = 2
  }
}

/**
 * Writes to standard output and waits until it is written. A closed pipe, as by `head`, is not an
 * error.
 */
export const print = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = (error?: Error | null): void => {
      if (error && !("code" in error && error.code === "EPIPE")) reject(error)
      else resolve()
    }
    process.stdout.once("error", settle)
    process.stdout.write(text, settle)
  })
