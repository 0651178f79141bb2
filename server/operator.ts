import { readFileSync } from "node:fs"
import { ConfigRefused } from "./config/variable.ts"
import { readDatabase, readDataDir, readSecret } from "./config.ts"
import { printableJson, printableLines } from "./operator/command.ts"
import { sendCommand } from "./operator/socket.ts"

const restoreUsage =
  "restore <file> [--unsealed]\n      Fills an empty database (DATA_DIR, DATABASE_URL) from a backup that SECRET or secret.key has sealed, and checks it, without a server. --unsealed takes a file that was not sealed, or by a key that is lost."

const migrateUsage =
  "migrate [--grant ROLE]\n      Migrates the database at DATABASE_URL as its owner, without a server, and grants a role what servers need."

const optionsUsage =
  "Every command takes --json, for its output as JSON, and --key KEY: what was done under a key is not done again."

/**
 * The operator's command line: `npm run operator -- help`. It talks to the running server through a
 * private socket, so it works only on the server's machine and for the user that runs it. `restore` and
 * `migrate` open the database themselves; `restore` needs one that no server runs on.
 */
const main = async ({ words, isJson, key }: Given): Promise<number> => {
  const [command, ...others] = words
  if (command === "restore") return await runRestore(others)
  if (command === "migrate") return await runMigrate(others)
  const options = { secret: readOperatorKey(process.env), ...(key !== null && { key }) }
  const response = await sendCommand(readDataDir(process.env), words, options)
  if (response === null) {
    console.error("No server is running on this data folder (DATA_DIR); start it first.")
    return 1
  }
  const { isDone, text, output } = response
  if (isJson)
    console.log(printableJson(isDone ? output : { error: text, ...(output !== null && { rows: output }) }))
  else console.log(text)
  if (command === undefined || command === "help")
    console.log(`  ${restoreUsage}\n  ${migrateUsage}\n${optionsUsage}`)
  return isDone ? 0 : 1
}

interface Given {
  readonly words: ReadonlyArray<string>
  readonly isJson: boolean
  readonly key: string | null
}

/** Separates the options that every command takes. */
const readOptions = (given: ReadonlyArray<string>): Given => {
  const words = given.filter((word) => word !== "--json")
  const at = words.indexOf("--key")
  const key = at < 0 ? null : (words[at + 1] ?? null)
  return {
    words: at < 0 ? words : words.toSpliced(at, 2),
    isJson: words.length < given.length,
    key,
  }
}

/** The operator's key, from the environment or a file; null if there is none. */
const readOperatorKey = ({
  OPERATOR_KEY: key,
  OPERATOR_KEY_FILE: file,
}: NodeJS.ProcessEnv): string | null => {
  if (key) return key.trim()
  return file ? readFileSync(file, "utf8").trim() : null
}

const runRestore = async (words: ReadonlyArray<string>): Promise<number> => {
  const [file, ...others] = words.filter((word) => word !== "--unsealed")
  if (file === undefined || others.length > 0) {
    console.error(`Usage: ${restoreUsage}`)
    return 1
  }
  // The engines are loaded for this command alone.
  const { restore } = await import("./operator/commands-without-server.ts")
  return report(
    await restore(readDatabase(process.env), file, {
      secret: readSecret(process.env),
      isUnsealed: words.includes("--unsealed"),
    }),
  )
}

const runMigrate = async ([option, role, ...others]: ReadonlyArray<string>): Promise<number> => {
  const isGrant = option === "--grant" && role !== undefined
  if (others.length > 0 || (option !== undefined && !isGrant)) {
    console.error(`Usage: ${migrateUsage}`)
    return 1
  }
  const { migrateDatabase } = await import("./operator/commands-without-server.ts")
  return report(await migrateDatabase(readDatabase(process.env), isGrant ? role : null))
}

const report = ({ isDone, text }: { readonly isDone: boolean; readonly text: string }): number => {
  if (isDone) console.log(printableLines(text))
  else console.error(printableLines(text))
  return isDone ? 0 : 1
}

try {
  process.exitCode = await main(readOptions(process.argv.slice(2)))
} catch (thrown) {
  if (!(thrown instanceof ConfigRefused)) throw thrown
  console.error(thrown.message)
  process.exitCode = 1
}
