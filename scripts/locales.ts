/** npm run locales: compiles locales/*.json, so that the browser loads no parser. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { projectRoot, run } from "./child-process.ts"
import { unusedKeys } from "./texts-check.ts"

/** The folder of the compiled texts: one AST file per locale. */
export const compiledFolder = join(projectRoot, "locales", "compiled")

/** What is shown before the other texts have come: log-in and its sheets, home, the tab bar, errors. */
const firstModules = [
  "src/main.tsx",
  "src/app/view.tsx",
  "src/features/auth/login.tsx",
  "src/app/questions.tsx",
  "src/app/toast-and-loading.tsx",
  "src/features/settings/preferences.tsx",
  "src/features/site/service-sheet.tsx",
  "src/app/member-frame.tsx",
  "src/app/error-view.tsx",
  "src/features/home/home.tsx",
]

const STATIC_IMPORT = /^(?:import|export)\s+(?!type\s)[^"']*?["'](\.[^"']+\.tsx?)["']/gm

/** The code of a module and of all that it imports statically, added to `known`. */
const addSources = (file: string, known: Map<string, string>): void => {
  if (known.has(file) || !existsSync(file)) return
  const code = readFileSync(file, "utf8")
  known.set(file, code)
  for (const [, path = ""] of code.matchAll(STATIC_IMPORT)) addSources(join(dirname(file), path), known)
}

/** Refusals of calls that the first pages do not make; until their texts come, the server's words are shown. */
const LATER_ERRORS = /^error\.(?:bank|deposit|order|protection|rate|realname|usdt|withdrawal)\./

/** The keys of the texts that the first pages may show. */
export const firstKeys = (keys: readonly string[]): ReadonlySet<string> => {
  const known = new Map<string, string>()
  for (const module of firstModules) addSources(join(projectRoot, module), known)
  const later = new Set(unusedKeys(keys, [...known.values()]))
  return new Set(keys.filter((key) => !later.has(key) && !LATER_ERRORS.test(key)))
}

/**
 * Writes the messages of the app and of the console to separate files; those of the app also in two,
 * the texts of the first pages and the rest.
 */
function splitMessages(staging: string, file: string): void {
  const texts: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(join(staging, file), "utf8"))
  const write = (path: string, belongs: (key: string) => boolean): void => {
    const chosen = Object.fromEntries(Object.entries(texts).filter(([key]) => belongs(key)))
    writeFileSync(join(compiledFolder, path), JSON.stringify(chosen))
  }
  const isOfApp = (key: string) => !key.startsWith("inspect.")
  const first = firstKeys(Object.keys(texts).filter(isOfApp))
  write(file, isOfApp)
  write(join("first", file), (key) => first.has(key))
  write(join("rest", file), (key) => isOfApp(key) && !first.has(key))
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
    for (const part of ["devtools", "first", "rest"])
      mkdirSync(join(compiledFolder, part), { recursive: true })
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
