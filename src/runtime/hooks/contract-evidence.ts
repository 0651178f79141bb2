/** Makes the evidence file of a contract. Loaded when a member asks for it. */
import {
  createRecordings,
  foldOf,
  type MachineEntry,
  plainRules,
  type StoredStream,
} from "@financial-links/journal"
import { Schema } from "effect"
import type { AnyMachineSnapshot } from "xstate"
import { operationMachine } from "../../../machines/operation.ts"
import type { OrderDetail } from "../../domain/entities.ts"
import { type Confirmed, Evidence } from "../../domain/evidence.ts"
import { APP_VERSION } from "../../domain/limits.ts"
import { standard } from "../../events/declaration.ts"
import { OperationEvent, OperationIntent, operationStream } from "../../events/operation.ts"
import { redact } from "../../journal/redact.ts"
import type { MarketTrust } from "../api/market-trust.ts"

const PREFIX = "operation."
const operations: MachineEntry = {
  id: PREFIX,
  machine: operationMachine,
  stream: operationStream,
  pure: foldOf(operationMachine, undefined),
}

const Scene = Schema.Struct({
  locale: Schema.String,
  theme: Schema.Literals(["system", "light", "dark"]),
  isMember: Schema.Boolean,
})
type Scene = typeof Scene.Type

/** Of the app when the file is made. */
export interface Situation {
  readonly scene: Scene
  readonly build: string
  readonly nowMs: number
}

/** A recording that the console and `npm run replay` open; no operation of a contract names a person. */
const recordings = createRecordings<Scene, never, never>({
  ...plainRules<Scene>("financial-links.recording", standard(Scene)),
  redact,
  maskOf: () => redact,
})

const decodeIntent = Schema.decodeUnknownOption(OperationIntent)
const encodeEvent = Schema.encodeSync(OperationEvent)

/** When a key was made: it is a version 7 UUID. */
const timeOf = (key: string): number => Number.parseInt(key.replace("-", "").slice(0, 12), 16)

/** The events of an operation, from its confirmation to the answer. */
const eventsOf = ({ key, intent, answeredAtMs }: Confirmed, id: string): readonly OperationEvent[] => {
  const decoded = decodeIntent(intent)
  if (decoded._tag === "None") return []
  const at = timeOf(key)
  return [
    { type: "operation.begin", key, intent: decoded.value, visit: null, at },
    { type: "operation.recorded", key, at },
    { type: "operation.accepted", key, id, at: answeredAtMs },
  ]
}

const recordingOf = (confirmed: readonly Confirmed[], id: string, { scene, build, nowMs }: Situation) => {
  const states = new Map<string, AnyMachineSnapshot>()
  const streams = confirmed.flatMap((each): readonly StoredStream[] => {
    const events = eventsOf(each, id)
    const name = `${PREFIX}${each.intent.operation}.${each.key}`
    if (events.length === 0) return []
    states.set(name, events.reduce<AnyMachineSnapshot>(operations.pure.step, operations.pure.initial()))
    const rows = events.map((event, index) => ({
      stream: name,
      seq: index + 1,
      event: redact(encodeEvent(event)),
    }))
    return [{ id: name, name, scope: "member", version: operationStream.version, base: null, rows }]
  })
  return recordings.make({
    readJournal: () => Promise.resolve(streams),
    snapshotOf: (name) => states.get(name),
    actors: () => [],
    machines: [operations],
    app: { version: APP_VERSION, build },
    scene,
    nowMs,
  })
}

/** The file's text: a recording, and the evidence beside it. */
export const evidenceFile = async (
  contract: OrderDetail,
  trust: Pick<MarketTrust, "key" | "receiptOf" | "closeTermsOf" | "amendmentTermsOf" | "confirmedOf">,
  { scene, build, nowMs }: Situation,
): Promise<string> => {
  const { id } = contract.order
  const receipt = await trust.receiptOf(id)
  const confirmed = await trust.confirmedOf(id)
  const evidence = Schema.encodeSync(Evidence)({
    version: 1,
    madeAtMs: nowMs,
    locale: scene.locale,
    app: { version: APP_VERSION, build },
    contract,
    seen: {
      marketKey: await trust.key().catch(() => null),
      acceptedWith: receipt?.note ?? null,
      acceptedTerms: receipt?.terms ?? null,
      closeTerms: await trust.closeTermsOf(id),
      amendmentTerms: await trust.amendmentTermsOf(id),
    },
    confirmed,
  })
  const recording = recordings.write(await recordingOf(confirmed, id, { scene, build, nowMs }))
  return `${JSON.stringify({ ...JSON.parse(recording), evidence }, null, 1)}\n`
}
