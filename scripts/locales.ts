import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { projectRoot, run } from "./run.ts"

/** The folder of the compiled texts: one AST file per locale. */
export const compiledFolder = join(projectRoot, "locales", "compiled")

/**
 * Compiles every locales/*.json into locales/compiled/*.json, so that no parser is sent to the browser.
 * Throws with the compiler's words when a message is not valid ICU.
 */
export async function compileLocales(): Promise<number> {
  const staging = join(projectRoot, ".cache", `locales-${process.pid}`)
  mkdirSync(staging, { recursive: true })
  try {
    const compiled = await run("formatjs", [
      "compile-folder",
      "--ast",
      "--format",
      "simple",
      "locales",
      staging,
    ])
    if (!compiled.ok) throw new Error(`The texts do not compile:\n${compiled.output}`)
    mkdirSync(compiledFolder, { recursive: true })
    const files = readdirSync(staging)
    for (const file of files) renameSync(join(staging, file), join(compiledFolder, file))
    return files.length
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const count = await compileLocales()
  console.log(`${count} locales compiled`)
}
