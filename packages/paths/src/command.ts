/** The command line that prints paths: of a file, and of the machines that a project names. */

import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { pathsApart } from "./apart.ts"
import { type PathRequest, pathsAsText, type Subject } from "./ask.ts"
import { FORMATS, type Format } from "./format.ts"
import { PATH_KINDS, type PathKind } from "./path-set.ts"

/** A project with machines of its own. */
export interface Project {
  /** How its command is called: "npm run paths --". */
  readonly call: string
  /** How its command for mutants is called: "npm run mutate --". */
  readonly mutantsCall: string
  readonly names: () => readonly string[]
  /** Rejects with one sentence if it has no machine of that name. */
  readonly subjectNamed: (name: string) => Promise<Subject>
}

const CALL = "xstate-paths"
const OPTIONS = `[--kind ${PATH_KINDS.join("|")}] [--format ${FORMATS.join("|")}] [--to STATE] [--max N] [--out FILE] [--all]`
export const FILE_IS_CODE = "The file is code and runs here with your rights: name only files that you trust"

const usageOf = (project: Project | null): string =>
  project === null
    ? `${CALL} --file PATH [--export NAME] ${OPTIONS}\n${CALL} mutate --help   would the paths notice what is removed from a machine?\n${CALL} driver --help   writes a typed Playwright driver to fill in\n${FILE_IS_CODE}`
    : `${project.call} --machine NAME ${OPTIONS}\n${project.call} --file PATH [--export NAME] …   a machine of your own. ${FILE_IS_CODE}`

/** The longest list: a longer one is not readable. */
const MAX_PATHS = 10_000

const options = {
  machine: { type: "string" },
  file: { type: "string" },
  kind: { type: "string", default: "shortest" },
  format: { type: "string", default: "md" },
  to: { type: "string" },
  export: { type: "string" },
  out: { type: "string" },
  all: { type: "boolean", default: false },
  max: { type: "string" },
  help: { type: "boolean", default: false },
} as const

const oneOf = <Choice extends string>(name: string, given: string, choices: readonly Choice[]): Choice => {
  const chosen = choices.find((choice) => choice === given)
  if (chosen === undefined) throw new Error(`--${name} is one of ${choices.join(", ")}, not ${given}`)
  return chosen
}

const countOf = (given: string): number => {
  const count = Number(given)
  if (!/^\d{1,6}$/.test(given) || count < 1 || count > MAX_PATHS)
    throw new Error(`--max is a whole number from 1 to ${MAX_PATHS}, not ${given}`)
  return count
}

const answered = async (
  name: string | undefined,
  file: string | undefined,
  request: PathRequest,
  project: Project | null,
): Promise<string> => {
  if (file !== undefined && name === undefined) return pathsApart(file, request)
  if (request.exported !== undefined) throw new Error("--export names a machine of a --file")
  if (project === null) throw new Error("Say --file; --help tells what else there is")
  if (name !== undefined && file === undefined) return pathsAsText(await project.subjectNamed(name), request)
  throw new Error("Say either --machine or --file; --help tells what else there is")
}

const written = (text: string, file: string): string => {
  try {
    writeFileSync(file, text)
  } catch (cause) {
    throw new Error(`${file} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
  return `${file}\n`
}

/** The answer to these arguments of the command line. Rejects with one sentence if they are refused. */
export const runPathsCommand = async (
  args: readonly string[],
  project: Project | null = null,
): Promise<string> => {
  const { values, tokens } = parseArgs({
    args: [...args],
    options,
    strict: true,
    allowPositionals: false,
    tokens: true,
  })
  const names = tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []))
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw new Error(`--${twice} is said more than once`)
  if (values.help) return `${usageOf(project)}\n`
  const kind: PathKind = oneOf("kind", values.kind, PATH_KINDS)
  const format: Format = oneOf("format", values.format, FORMATS)
  const { machine, file, to, out, all: isAll } = values
  const request: PathRequest = {
    kind,
    format,
    isAll,
    ...(to === undefined ? {} : { to }),
    ...(values.export === undefined ? {} : { exported: values.export }),
    ...(values.max === undefined ? {} : { max: countOf(values.max) }),
  }
  const text = await answered(machine, file, request, project)
  return out === undefined ? text : written(text, out)
}
