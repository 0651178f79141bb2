import { connect } from "node:net"
import { userInfo } from "node:os"
import { createInterface } from "node:readline"
import { Option, Schema } from "effect"
import { ConfigRefused, readDataDir } from "./config.ts"
import { operatorSockets } from "./operator/place.ts"
import { Asked, Told } from "./operator/serve.ts"

/**
 * The operator's command line: `npm run operator -- help`. It speaks to the running server through its private socket, so it
 * works only on the server's machine and as the user that runs it.
 */
const ask = (path: string, words: ReadonlyArray<string>): Promise<string | null> =>
  new Promise((resolve) => {
    const socket = connect(path)
    socket.once("connect", () => {
      socket.write(`${Schema.encodeSync(Asked)({ who: userInfo().username, words })}\n`)
    })
    // The reader of lines passes the socket's errors on as its own: nobody answers where a killed server left its socket.
    createInterface(socket)
      .once("line", resolve)
      .once("error", () => resolve(null))
    socket.once("close", () => resolve(null))
  })

const main = async (): Promise<number> => {
  const words = process.argv.slice(2)
  for (const path of operatorSockets(readDataDir(process.env))) {
    const line = await ask(path, words)
    if (line === null) continue
    const told = Schema.decodeUnknownOption(Told)(line)
    if (Option.isNone(told)) continue
    console.log(told.value.text)
    return told.value.isDone ? 0 : 1
  }
  console.error("No server is running on this data folder (DATA_DIR); start it first.")
  return 1
}

try {
  process.exitCode = await main()
} catch (thrown) {
  if (!(thrown instanceof ConfigRefused)) throw thrown
  console.error(thrown.message)
  process.exitCode = 1
}
