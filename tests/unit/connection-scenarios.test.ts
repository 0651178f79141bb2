import { describe } from "vitest"
import { connectionMachine } from "../../machines/connection.ts"
import { STREAM_HEARTBEAT_MS, STREAM_HEARTBEATS_LOST } from "../../src/domain/limits.ts"
import type { ConnectionEvent } from "../../src/events/connection.ts"
import { scenariosOf } from "../support/scenarios.ts"

const at = 1
const ticketed: ConnectionEvent = { type: "connection.ticketed", at }
const opened: ConnectionEvent = { type: "connection.opened", at }
const answered: ConnectionEvent = { type: "connection.answered", at }
const failure = { reason: "request.too-many" }
const HEARTBEAT = { to: "socket", type: "socket.sendHeartbeat" }

describe("a connection of the quote stream", () => {
  const { begins, scenario } = scenariosOf(connectionMachine, { input: { after: 7 } })

  begins("ticketing", {
    context: { after: 7, failure: { reason: "no-answer.network" }, unanswered: 0 },
    does: ["start requestTicket"],
  })

  scenario("opens a socket after the member's last known event, and closes it when it breaks", [
    [ticketed, "connected.opening", { does: ["stop requestTicket", ["start socket", { after: 7 }]] }],
    [answered, "connected.opening"],
    [STREAM_HEARTBEAT_MS, "connected.opening"],
    [opened, "connected.open"],
    [
      { type: "connection.broke", failure, at },
      "lost",
      { context: { failure }, does: ["stop socket"], output: { failure } },
    ],
  ])

  scenario("ends where the ticket is refused", [
    [
      { type: "connection.refused", failure, at },
      "lost",
      { context: { failure }, does: ["stop requestTicket"], output: { failure } },
    ],
  ])

  scenario(
    "sends heartbeats, which an answer makes count anew",
    [
      [STREAM_HEARTBEAT_MS - 1, "connected.open"],
      [1, "connected.open", { context: { unanswered: 1 }, does: [HEARTBEAT] }],
      [answered, "connected.open", { context: { unanswered: 0 } }],
      [STREAM_HEARTBEAT_MS, "connected.open", { context: { unanswered: 1 }, does: [HEARTBEAT] }],
      [STREAM_HEARTBEAT_MS, "connected.open", { context: { unanswered: 2 }, does: [HEARTBEAT] }],
    ],
    [ticketed, opened],
  )

  scenario(
    "gives up a socket that answers no heartbeat",
    [
      [
        STREAM_HEARTBEAT_MS,
        "lost",
        { does: ["stop socket"], output: { failure: { reason: "no-answer.network" } } },
      ],
    ],
    [ticketed, opened, ...Array.from({ length: STREAM_HEARTBEATS_LOST }, () => STREAM_HEARTBEAT_MS)],
  )
})
