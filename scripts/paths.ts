/** `npm run paths`: prints paths through a machine. See docs/for-testers.md. */
import { parseArgs } from "node:util"
import type { AnyStateMachine } from "xstate"
import type { Cases } from "./paths/cases.ts"
import { FORMATS, type Format, formatted } from "./paths/format.ts"
import { generatePaths } from "./paths/generate.ts"
import { casesNamed, machineNamed } from "./paths/machines.ts"
import { machineIn } from "./paths/outside.ts"
import { PATH_KINDS, type PathKind } from "./paths/path-set.ts"

const USAGE = `npm run paths -- --machine NAME [--kind ${PATH_KINDS.join("|")}] [--format ${FORMATS.join("|")}] [--to STATE] [--max N]
npm run paths -- --file PATH …   a machine of your own. The file is code and runs here with your rights: name only files that you trust`

/** The longest list that is asked for: more is no longer read by anybody. */
const MAX_PATHS = 10_000

const options = {
  machine: { type: "string" },
  file: { type: "string" },
  kind: { type: "string", default: "shortest" },
  format: { type: "string", default: "md" },
  to: { type: "string" },
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

const found = async (
  name: string | undefined,
  file: string | undefined,
): Promise<{ readonly machine: AnyStateMachine; readonly cases: Cases }> => {
  if (file !== undefined && name === undefined) return machineIn(file)
  if (name !== undefined && file === undefined)
    return { machine: await machineNamed(name), cases: await casesNamed(name) }
  throw new Error(`Say either --machine or --file.\n${USAGE}`)
}

const main = async (): Promise<string> => {
  const { values } = parseArgs({ options, strict: true, allowPositionals: false })
  if (values.help) return `${USAGE}\n`
  const kind: PathKind = oneOf("kind", values.kind, PATH_KINDS)
  const format: Format = oneOf("format", values.format, FORMATS)
  const max = values.max === undefined ? undefined : countOf(values.max)
  const { machine, cases } = await found(values.machine, values.file)
  const set = generatePaths(machine, {
    kind,
    cases,
    ...(values.to === undefined ? {} : { to: values.to }),
    ...(max === undefined ? {} : { max }),
  })
  return formatted(set, format)
}

try {
  process.stdout.write(await main())
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
