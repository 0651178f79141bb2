/**
 * A process of readers of the quote stream: `node stream-readers.ts url count`. Answers "read" with
 * how late the frames since then came, in ms.
 */
import { WebSocket } from "ws"

const [url = "", count = "0"] = process.argv.slice(2)
let delaysMs: number[] = []

const atMsOf = (text: string): number => Number(/"at_ms":(\d+)/.exec(text)?.[1])

const connect = () =>
  new Promise<void>((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    socket.once("message", () => resolve())
    socket.once("error", reject)
    socket.on("message", (data) => void delaysMs.push(Date.now() - atMsOf(data.toString())))
  })

for (let i = 0; i < Number(count); i += 50)
  await Promise.all(Array.from({ length: Math.min(50, Number(count) - i) }, connect))

process.on("message", () => {
  const sorted = delaysMs.sort((a, b) => a - b)
  process.send?.({ frames: sorted.length, p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0 })
  delaysMs = []
})
process.send?.("ready")
