/** What the tests look at: an old journal, a crash between two events, and a recording. */
import "fake-indexeddb/auto"
import { writeFileSync } from "node:fs"
import type { Json } from "@financial-links/journal"
import { hashOf, RecordingRefused } from "@financial-links/journal"
import { openDesk, openStore, STREAM } from "./desk.ts"
import { machines, recordings } from "./loan-desk.ts"

const [folder = "."] = process.argv.slice(2)

// what the first release left
const store = await openStore()
await store.append(
  [{ stream: STREAM, seq: 1, event: { type: "loan.lend", book: "Emma", weeks: 2, at: 1 } }],
  true,
)
store.close()

const first = await openDesk()
console.log(`upcast: ${JSON.stringify(first.actor.getSnapshot().context)}`)
await first.take({ type: "loan.renew", days: 7, at: 2 })
// the process ends here: the next event is received and never written
first.journal.interrupt(new Error("the process ends"))
first.actor.send({ type: "loan.return", at: 3 })

const second = await openDesk()
console.log(
  `after the crash: ${String(second.actor.getSnapshot().value)}, ${second.actor.getSnapshot().context.days} days, event ${second.seq}`,
)
await second.take({ type: "loan.return", at: 4 })
await second.take({ type: "loan.lend", book: "Persuasion", days: 21, at: 5 })

const recording = await recordings.make({
  readJournal: async () => {
    const { base, rows } = await second.journal.read(STREAM, false)
    return [{ id: "loan", name: STREAM, scope: "desk", version: 2, base, rows }]
  },
  snapshotOf: () => second.actor.getSnapshot(),
  actors: () => [],
  machines,
  app: { version: "2.0.0", build: "sample" },
  scene: { desk: "north" },
  nowMs: 6,
})
const text = recordings.write(recording)
writeFileSync(`${folder}/good.json`, text)
writeFileSync(`${folder}/changed.json`, text.replace('"days": 7', '"days": 9'))

const replayed = await recordings.open(recordings.read(text), machines)
console.log(
  `recording: ${replayed.verdict.isIdentical ? "identical" : "different"}, ${replayed.steps.length} steps`,
)

try {
  recordings.read(text.replace('"days": 7', '"days": 9'))
} catch (cause) {
  console.log(`changed: ${cause instanceof RecordingRefused ? cause.reason : String(cause)}`)
}

// where the checksum was made to fit, the chain still names the step
const forged: { checksum: string; body: Json } = JSON.parse(text.replace('"days": 7', '"days": 9'))
const again = { ...forged, checksum: hashOf(forged.body) }
const { verdict } = await recordings.open(recordings.read(JSON.stringify(again)), machines)
const [{ difference } = { difference: null }] = verdict.streams
console.log(`forged: differs from step ${difference?.step}, ${difference?.type}`)
process.exit()
