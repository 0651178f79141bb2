/**
 * A process of members' sockets: `node member-readers.ts url count`. Answers "read" with the times
 * at which events have arrived since then, in ms since the epoch.
 */
import { WebSocket } from "ws"

const [url = "", count = "0"] = process.argv.slice(2)
let arrivals: number[] = []

const connect = () =>
  new Promise<void>((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    socket.once("open", () => resolve())
    socket.once("error", reject)
    socket.on("message", (data) => {
      const atMs = performance.timeOrigin + performance.now()
      if (data.toString().includes('"credited"')) arrivals.push(atMs)
    })
  })

for (let i = 0; i < Number(count); i += 50)
  await Promise.all(Array.from({ length: Math.min(50, Number(count) - i) }, connect))

process.on("message", () => {
  process.send?.({ arrivals })
  arrivals = []
})
process.send?.("ready")
