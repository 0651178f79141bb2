import { ConfigRefused, readDataDir } from "./config.ts"
import { sendCommand } from "./operator/socket.ts"

/**
 * The operator's command line: `npm run operator -- help`. It talks to the running server through a
 * private socket, so it works only on the server's machine and for the user that runs it.
 */
const main = async (): Promise<number> => {
  const response = await sendCommand(readDataDir(process.env), process.argv.slice(2))
  if (response === null) {
    console.error("No server is running on this data folder (DATA_DIR); start it first.")
    return 1
  }
  console.log(response.text)
  return response.isDone ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (thrown) {
  if (!(thrown instanceof ConfigRefused)) throw thrown
  console.error(thrown.message)
  process.exitCode = 1
}
