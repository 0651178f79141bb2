import { connect } from "node:net"
import { userInfo } from "node:os"
import { createInterface } from "node:readline"
import { Option, Schema } from "effect"
import { OperatorRequest, OperatorResponse, operatorSockets } from "./server.ts"

const ask = (path: string, words: ReadonlyArray<string>): Promise<string | null> =>
  new Promise((resolve) => {
    const socket = connect(path)
    socket.once("connect", () => {
      socket.write(`${Schema.encodeSync(OperatorRequest)({ who: userInfo().username, words })}\n`)
    })
    // The readline interface re-emits the socket's errors. The socket file of a killed server
    // refuses connections.
    createInterface(socket)
      .once("line", resolve)
      .once("error", () => resolve(null))
    socket.once("close", () => resolve(null))
  })

/** Sends a command to the server that runs on this data folder. Null when none runs. */
export const sendCommand = async (
  dataDir: string,
  words: ReadonlyArray<string>,
): Promise<typeof OperatorResponse.Type | null> => {
  for (const path of operatorSockets(dataDir)) {
    const line = await ask(path, words)
    const response = Schema.decodeUnknownOption(OperatorResponse)(line)
    if (Option.isSome(response)) return response.value
  }
  return null
}
