/** The arguments of `npm run paths`. See docs/for-testers.md. */

import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { pathsApart } from "./apart.ts"
import { type PathRequest, pathsAsText } from "./ask.ts"
import { FORMATS, type Format } from "./format.ts"
import { casesNamed, machineNamed } from "./machines.ts"
import { PATH_KINDS, type PathKind } from "./path-set.ts"

const USAGE = `npm run paths -- --machine NAME [--kind ${PATH_KINDS.join("|")}] [--format ${FORMATS.join("|")}] [--to STATE] [--max N] [--out FILE] [--all]
npm run paths -- --file PATH [--export NAME] …   a machine of your own. The file is code and runs here with your rights: name only files that you trust`

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
): Promise<string> => {
  if (file !== undefined && name === undefined) return pathsApart(file, request)
  if (request.exported !== undefined) throw new Error("--export names a machine of a --file")
  if (name !== undefined && file === undefined)
    return pathsAsText({ machine: await machineNamed(name), cases: await casesNamed(name) }, request)
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
export const runPathsCommand = async (args: readonly string[]): Promise<string> => {
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
  if (values.help) return `${USAGE}\n`
  const kind: PathKind = oneOf("kind", values.kind, PATH_KINDS)
  const format: Format = oneOf("format", values.format, FORMATS)
  const { machine, file, to, out, all: isAll } = values
  const text = await answered(machine, file, {
    kind,
    format,
    isAll,
    ...(to === undefined ? {} : { to }),
    ...(values.export === undefined ? {} : { exported: values.export }),
    ...(values.max === undefined ? {} : { max: countOf(values.max) }),
  })
  return out === undefined ? text : written(text, out)
}
