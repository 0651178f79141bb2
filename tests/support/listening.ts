/** Small HTTP servers of tests, each on a free port of this machine. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

/** A handler that fails breaks the connection. */
export const listening = async (handle: Handler) => {
  const server = createServer((request, response) => {
    const handling = (async () => handle(request, response))()
    handling.catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server has no port")
  return {
    server,
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** The whole body of a request. */
export const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}
