/**
 * A process of members' sockets that reconnect: `node member-storm-readers.ts url`. Each message
 * `{ count, after, last }` connects so many members at once, each with the number of its last event,
 * and is answered, when every one of them has got the event with the number `last`, by the ms that
 * this took. Then the sockets are closed.
 */
import { Schema } from "effect"
import { WebSocket } from "ws"

const [url = ""] = process.argv.slice(2)

/** Handshakes under way at a time: a full queue of the listener loses connections for a second. */
const HANDSHAKES = 256

const decodeStorm = Schema.decodeUnknownSync(
  Schema.Struct({ count: Schema.Int, after: Schema.Int, last: Schema.Int }),
)

/** Resolves `open` when connected, and `caughtUp` with the event of that number. */
const connect = (member: number, after: number, last: number) => {
  const socket = new WebSocket(`${url}?member=m${member}&after=${after}`, { perMessageDeflate: false })
  const open = new Promise<void>((resolve, reject) => {
    socket.once("open", () => resolve())
    socket.once("error", reject)
  })
  const caughtUp = new Promise<void>((resolve) => {
    socket.on("message", (data) => {
      if (data.toString().includes(`"number":${last},"events":[{`)) resolve()
    })
  })
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()))
  return { socket, open, caughtUp, closed }
}

process.on("message", async (message) => {
  const { count, after, last } = decodeStorm(message)
  const startedMs = performance.now()
  const members: ReturnType<typeof connect>[] = []
  const worker = async () => {
    while (members.length < count) {
      const member = connect(members.length + 1, after, last)
      members.push(member)
      await member.open
    }
  }
  await Promise.all(Array.from({ length: HANDSHAKES }, worker))
  await Promise.all(members.map(({ caughtUp }) => caughtUp))
  const tookMs = performance.now() - startedMs
  for (const { socket } of members) socket.terminate()
  await Promise.all(members.map(({ closed }) => closed))
  process.send?.({ tookMs })
})
process.send?.("ready")
