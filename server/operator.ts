import { ConfigRefused } from "./config/variable.ts"
import { readDatabase, readDataDir } from "./config.ts"
import { sendCommand } from "./operator/socket.ts"

const restoreUsage =
  "restore <file>\n      Fills an empty database (DATA_DIR, DATABASE_URL) from a backup and checks it, without a server."

/**
 * The operator's command line: `npm run operator -- help`. It talks to the running server through a
 * private socket, so it works only on the server's machine and for the user that runs it. A restore
 * needs a database that no server runs on.
 */
const main = async ([command, ...words]: ReadonlyArray<string>): Promise<number> => {
  if (command === "restore") return await runRestore(words)
  const response = await sendCommand(
    readDataDir(process.env),
    command === undefined ? [] : [command, ...words],
  )
  if (response === null) {
    console.error("No server is running on this data folder (DATA_DIR); start it first.")
    return 1
  }
  console.log(response.text)
  if (command === undefined || command === "help") console.log(`  ${restoreUsage}`)
  return response.isDone ? 0 : 1
}

const runRestore = async ([file, ...others]: ReadonlyArray<string>): Promise<number> => {
  if (file === undefined || others.length > 0) {
    console.error(`Usage: ${restoreUsage}`)
    return 1
  }
  // The engines are loaded for this command alone.
  const { restore } = await import("./operator/restore.ts")
  const { isDone, text } = await restore(readDatabase(process.env), file)
  if (isDone) console.log(text)
  else console.error(text)
  return isDone ? 0 : 1
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (thrown) {
  if (!(thrown instanceof ConfigRefused)) throw thrown
  console.error(thrown.message)
  process.exitCode = 1
}
