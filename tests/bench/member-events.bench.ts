/** How soon the members' events reach their sockets. */
// as the server's process does
import "effect/schema/SchemaJITCompiler/enable"
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { Schema } from "effect"
import { bench } from "./harness.ts"
import { openEmbedded, openMemberStream } from "./member-stream.ts"
import { percentile } from "./site.ts"

const ROUNDS = 20

const decodeReport = Schema.decodeUnknownSync(Schema.Struct({ arrivals: Schema.Array(Schema.Finite) }))

/** A stream with a socket for each of `count` members, who read in a process of their own. */
const openMembers = async (count: number) => {
  let readers = 0
  const stream = await openMemberStream(await openEmbedded(), count, () => {
    readers += 1
    return { memberId: `m${readers}`, after: null }
  })
  const script = join(import.meta.dirname, "member-readers.ts")
  const child: ChildProcess = fork(script, [stream.url, String(count)])
  await once(child, "message")
  await stream.notify()
  return {
    /** The 99th percentile of the delay from the round that reads the events to their arrival, in ms. */
    p99Ms: async () => {
      const delays: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        await stream.append()
        await pause(100)
        const startedAtMs = performance.timeOrigin + performance.now()
        await stream.notify()
        await pause(200)
        child.send("read")
        const { arrivals } = decodeReport((await once(child, "message"))[0])
        if (arrivals.length !== count) throw new Error(`${arrivals.length} of ${count} events arrived`)
        delays.push(...arrivals.map((atMs) => atMs - startedAtMs))
      }
      return percentile(delays, 0.99)
    },
    close: async () => {
      child.kill()
      await stream.close()
    },
  }
}

bench("member events to 1 000 members, one each, p99 delay from their reading", async () => {
  const many = await openMembers(1_000)
  const few = await openMembers(10)
  return {
    floor: few.p99Ms,
    subject: many.p99Ms,
    floorIs: "the same to 10 members",
    reach: { subjectAtMost: 40 },
    runs: 3,
    close: async () => {
      await many.close()
      await few.close()
    },
  }
})
