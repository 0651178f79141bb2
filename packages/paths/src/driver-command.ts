/** The command line that writes the driver of a machine in a file, to be filled in. */
import { writeFileSync } from "node:fs"
import { dirname, relative, resolve, sep } from "node:path"
import { parseArgs } from "node:util"
import { pathsApart } from "./apart.ts"
import { FILE_IS_CODE } from "./command.ts"

const options = {
  file: { type: "string" },
  export: { type: "string" },
  out: { type: "string" },
  help: { type: "boolean", default: false },
} as const

const USAGE = `xstate-paths driver --file PATH [--export NAME] [--out FILE]
Writes a typed Playwright driver with an entry for each event and each state of the machine, to be filled in.
An existing FILE is not overwritten.
${FILE_IS_CODE}
`

/** The answer to these arguments. Rejects with one sentence if they are refused. */
export const runDriverCommand = async (args: readonly string[]): Promise<string> => {
  const { values } = parseArgs({ args: [...args], options, strict: true, allowPositionals: false })
  const { file, export: exported, out } = values
  if (values.help) return USAGE
  if (file === undefined) throw new Error("Say --file; --help tells what else there is")
  const path = relative(out === undefined ? "." : dirname(resolve(out)), resolve(file))
  const from = path.split(sep).join("/")
  const request = {
    kind: "driver",
    machineFile: from.startsWith(".") ? from : `./${from}`,
    ...(exported === undefined ? {} : { exported }),
  } as const
  const text = await pathsApart(file, request)
  if (out === undefined) return text
  try {
    writeFileSync(out, text, { flag: "wx" })
  } catch (cause) {
    throw new Error(`${out} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
  return `${out}\n`
}
