import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { Schema } from "effect"
import { demoMarket } from "../../server/market/config.ts"
import { seriesOfTape } from "../../server/market/published-series.ts"
import { makeQuoteBook } from "../../server/market/quote-book.ts"
import { replayFeed } from "../../server/market/replay-feed.ts"
import { type JournalTick, nextTick } from "../../server/market/tick.ts"
import { makeQuoteStream } from "../../server/stream/quote-stream.ts"
import { bench } from "./harness.ts"
import { listen } from "./site.ts"

const FRAME_MS = 100
const MEASURED_MS = 4_000

const decodeReport = Schema.decodeUnknownSync(Schema.Struct({ frames: Schema.Int, p99Ms: Schema.Finite }))

/** A stream on a port of its own; everybody may read it. */
const openStream = async () => {
  const feed = replayFeed(
    { secret: "bench", anchorMs: 0, anchorDay: 0, dayMs: 60_000, tickMs: FRAME_MS },
    seriesOfTape("first"),
  )
  const quoteBook = makeQuoteBook(feed)
  const heads = new Map<string, JournalTick>()
  const stream = makeQuoteStream({ quoteBook, settings: { ...demoMarket, frameMs: FRAME_MS } }, Date.now)
  const { server, url, close: closeServer } = await listen((_, response) => response.end())
  const ended = new AbortController().signal
  let readers = 0
  server.on("upgrade", (request, socket, head) => {
    readers += 1
    const session = { memberId: `m${readers}`, tokenHash: "", lifeMs: 1e12 }
    stream.accept({ request, socket, head, session, host: "", after: null, ended })
  })
  const beat = setInterval(() => {
    const nowMs = Date.now()
    for (const symbol of feed.symbols) {
      const tick = nextTick(symbol, heads.get(symbol) ?? null, nowMs, feed.priceAt(symbol, nowMs) ?? 1n)
      heads.set(symbol, tick)
      quoteBook.record(tick)
    }
    stream.sendFrame()
  }, FRAME_MS)
  const close = () => {
    clearInterval(beat)
    stream.close()
    closeServer()
  }
  return { url, close }
}

const openReaders = async (count: number) => {
  const { url, close } = await openStream()
  const script = join(import.meta.dirname, "stream-readers.ts")
  const child: ChildProcess = fork(script, [url.replace("http", "ws"), String(count)])
  await once(child, "message")
  const ask = async () => {
    child.send("read")
    const [answer] = await once(child, "message")
    return decodeReport(answer)
  }
  return {
    p99Ms: async () => {
      await ask()
      await pause(MEASURED_MS)
      const { frames, p99Ms } = await ask()
      const expected = (count * MEASURED_MS) / FRAME_MS
      if (frames < 0.8 * expected) throw new Error(`${frames} frames came of about ${expected}`)
      return p99Ms
    },
    close: () => {
      child.kill()
      close()
    },
  }
}

bench("quote fan-out to 1 000 sockets, 10 frames/s, p99 delay", async () => {
  const many = await openReaders(1_000)
  const few = await openReaders(10)
  return {
    floor: few.p99Ms,
    subject: many.p99Ms,
    floorIs: "the same to 10 sockets",
    reach: { subjectAtMost: 30 },
    runs: 3,
    close: () => {
      many.close()
      few.close()
    },
  }
})
