/**
 * Members who reconnect at once, each with the number of the last event that it knows, until all of
 * them have what they missed.
 */
// as the server's process does
import "effect/schema/SchemaJITCompiler/enable"
import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { Schema } from "effect"
import { roundPauseMs } from "../../server/stream/quote-stream.ts"
import { bench } from "./harness.ts"
import { type BenchDatabase, openEmbedded, openMemberStream, openPostgresql } from "./member-stream.ts"

/** Events that each has missed; at most 50 are in one message. */
const MISSED = Number(process.env.STORM_MISSED ?? 5)
const FEWEST = 2_500

const decodeReport = Schema.decodeUnknownSync(Schema.Struct({ tookMs: Schema.Finite }))

/** The member and the number that a connection's address names. */
const memberOf = ({ url = "" }: { readonly url?: string | undefined }) => {
  const named = new URL(url, "http://localhost").searchParams
  return { memberId: named.get("member") ?? "", after: Number(named.get("after")) }
}

const openStorm = async (database: BenchDatabase, most: number) => {
  const stream = await openMemberStream(database, most, memberOf)
  for (let event = 0; event < 1 + MISSED; event += 1) await stream.append()
  const child = fork(join(import.meta.dirname, "member-storm-readers.ts"), [stream.url])
  await once(child, "message")
  let isOpen = true
  const rounds = async () => {
    while (isOpen) {
      const startedMs = performance.now()
      await stream.notify()
      await pause(roundPauseMs(performance.now() - startedMs))
    }
  }
  const running = rounds()
  return {
    /**
     * The processor time of this process, with the embedded engine's thread, until `count` members are
     * connected and caught up, in µs for each of them: what others on the machine do is not in it.
     */
    usEach: async (count: number) => {
      const rssBefore = process.memoryUsage.rss()
      let rssMost = rssBefore
      const watch = setInterval(() => {
        rssMost = Math.max(rssMost, process.memoryUsage.rss())
      }, 10)
      const cpuBefore = process.cpuUsage()
      child.send({ count, after: 1, last: 1 + MISSED })
      const { tookMs } = decodeReport((await once(child, "message"))[0])
      const { user, system } = process.cpuUsage(cpuBefore)
      clearInterval(watch)
      while (stream.count() > 0) await pause(10)
      const memory = `${Math.round(rssMost / 1e6)} MB, ${Math.round((rssMost - rssBefore) / 1e6)} more`
      console.log(
        `${count} members caught up in ${Math.round(tookMs)} ms; processor ${Math.round((user + system) / 1_000)} ms; memory at most ${memory}`,
      )
      return (user + system) / count
    },
    close: async () => {
      isOpen = false
      child.kill()
      await running
      await stream.close()
    },
  }
}

const declareStorm = (engine: string, thousands: number, open: () => Promise<BenchDatabase>): void =>
  bench(`a reconnect storm of ${thousands} 000 members, processor time of each, ${engine}`, async () => {
    const count = thousands * 1_000
    const storm = await openStorm(await open(), count)
    return {
      floor: () => storm.usEach(FEWEST),
      subject: () => storm.usEach(count),
      floorIs: "the same of 2 500 members",
      reach: { ratioAtMost: 1.25 },
      unit: "µs",
      runs: 3,
      close: storm.close,
    }
  })

for (const thousands of [5, 10]) {
  declareStorm("embedded", thousands, openEmbedded)
  declareStorm("PostgreSQL", thousands, openPostgresql)
}
