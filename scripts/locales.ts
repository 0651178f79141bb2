/** npm run locales: compiles locales/*.json, so that the browser loads no parser. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { projectRoot, run } from "./child-process.ts"

/** The folder of the compiled texts: one AST file per locale. */
export const compiledFolder = join(projectRoot, "locales", "compiled")

/** Writes the messages of the app and of the console to separate files. Members load the first. */
function splitMessages(staging: string, file: string): void {
  const texts: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(join(staging, file), "utf8"))
  const write = (path: string, belongs: (key: string) => boolean): void => {
    const chosen = Object.fromEntries(Object.entries(texts).filter(([key]) => belongs(key)))
    writeFileSync(join(compiledFolder, path), JSON.stringify(chosen))
  }
  write(file, (key) => !key.startsWith("inspect."))
  write(join("devtools", file), (key) => /^(?:inspect|ui)\./.test(key))
}

/**
 * Compiles locales/*.json into locales/compiled/*.json, so that the browser loads no parser. Throws
 * the compiler's message if a message is not valid ICU.
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
    mkdirSync(join(compiledFolder, "devtools"), { recursive: true })
    const files = readdirSync(staging)
    for (const file of files) splitMessages(staging, file)
    return files.length
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const count = await compileLocales()
  console.log(`${count} locales compiled`)
}
