import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { projectRoot, run } from "./run.ts"

/** The folder of the compiled texts: one AST file per locale. */
export const compiledFolder = join(projectRoot, "locales", "compiled")

/**
 * The console brings its own words, and those of the parts it is made of; members do not load them.
 */
function part(staging: string, file: string): void {
  const texts: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(join(staging, file), "utf8"))
  const write = (path: string, belongs: (key: string) => boolean): void => {
    const own = Object.fromEntries(Object.entries(texts).filter(([key]) => belongs(key)))
    writeFileSync(join(compiledFolder, path), JSON.stringify(own))
  }
  write(file, (key) => !key.startsWith("inspect."))
  write(join("devtools", file), (key) => /^(?:inspect|ui)\./.test(key))
}

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
    mkdirSync(join(compiledFolder, "devtools"), { recursive: true })
    const files = readdirSync(staging)
    for (const file of files) part(staging, file)
    return files.length
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const count = await compileLocales()
  console.log(`${count} locales compiled`)
}
