/**
 * A small real server for the quote stream: first prices, tickets, and an upgrade that the test
 * answers.
 */
import { createServer, type IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import { endpoints } from "../../src/contract/endpoints.ts"
import { successBody } from "../../src/contract/envelope.ts"

const first = {
  symbol: "AAPL",
  seq: 1,
  at_ms: 1,
  price: "20.0000",
  open: "20.0000",
  high: "20.0000",
  low: "20.0000",
  previous_close: "20.0000",
}

/** Starts the server on a free port. */
export const startTicketServer = async (
  onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void,
) => {
  let tickets = 0
  let isRefusing = false
  const answers: Readonly<Record<string, () => unknown>> = {
    [endpoints.quotes.path]: () => ({ type: "snapshot", frame: 1, at_ms: 1, quotes: [first] }),
    [endpoints.streamTicket.path]: () => {
      tickets += 1
      return { ticket: `ticket-${tickets}`, expires_at_ms: 1 }
    },
  }
  const server = createServer((request, response) => {
    const answer = answers[(request.url ?? "").slice(1).split("?")[0] ?? ""]
    if (answer === undefined || isRefusing) response.writeHead(500).end("{}")
    else response.end(JSON.stringify(successBody("code", answer())))
  })
  server.on("upgrade", onUpgrade)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  return {
    baseUrl: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    refuse: () => {
      isRefusing = true
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}

export type TicketServer = Awaited<ReturnType<typeof startTicketServer>>
