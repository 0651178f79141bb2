/** The machines without a journal whose actors a recording holds, with the schemas of their events. */
import { type ActorMachine, foldOf } from "@financial-links/journal"
import { Schema } from "effect"
import type { AnyStateMachine, StateValue } from "xstate"
import { type AgreedContract, contractMachine } from "../../machines/contract.ts"
import { feedbackMachine } from "../../machines/feedback.ts"
import { leaderMachine } from "../../machines/leader.ts"
import { listMachine } from "../../machines/list.ts"
import { lockMachine } from "../../machines/lock.ts"
import { noticesMachine } from "../../machines/notices.ts"
import { pageMachine } from "../../machines/page.ts"
import { protectionMachine } from "../../machines/protection.ts"
import { pushMachine } from "../../machines/push.ts"
import { queryMachine } from "../../machines/query.ts"
import { removalMachine } from "../../machines/removal.ts"
import { requestMachine } from "../../machines/request.ts"
import { sessionMachine } from "../../machines/session.ts"
import { startupMachine } from "../../machines/startup.ts"
import { stepUpMachine } from "../../machines/step-up.ts"
import { streamMachine } from "../../machines/stream.ts"
import { uploadMachine } from "../../machines/upload.ts"
import { wechatMachine } from "../../machines/wechat.ts"
import { OWN_APPEARANCE } from "../domain/appearance.ts"
import { ContractEvent } from "../events/contract.ts"
import { type EventSchema, standard } from "../events/declaration.ts"
import { FeedbackEvent } from "../events/feedback.ts"
import { LeaderEvent } from "../events/leader.ts"
import { ListEvent } from "../events/list.ts"
import { LockEvent } from "../events/lock.ts"
import { NoticesEvent } from "../events/notices.ts"
import { PageEvent } from "../events/page.ts"
import { ProtectionEvent } from "../events/protection.ts"
import { PushEvent } from "../events/push.ts"
import { QueryEvent } from "../events/query.ts"
import { RemovalEvent } from "../events/removal.ts"
import { RequestEvent } from "../events/request.ts"
import { SessionEvent } from "../events/session.ts"
import { StartupEvent } from "../events/startup.ts"
import { StepUpEvent } from "../events/step-up.ts"
import { StreamEvent } from "../events/stream.ts"
import { UploadEvent } from "../events/upload.ts"
import { WeChatEvent } from "../events/wechat.ts"

export interface UnjournaledMachine extends ActorMachine {
  /** Of its events as JSON. */
  readonly schema: EventSchema
}

/** `input` gives a first context, whose fields those of a recorded one must match. */
const entryOf = (machine: AnyStateMachine, schema: EventSchema, input?: unknown): UnjournaledMachine => ({
  id: machine.id,
  machine,
  schema,
  event: standard(Schema.toType(schema)),
  pure: foldOf<AnyStateMachine>(machine, input),
})

const STARTUP_INPUT = {
  locale: "en",
  theme: "system",
  colours: null,
  areAmountsHidden: false,
  appearance: OWN_APPEARANCE,
  saidOn: false,
}
const REQUEST_INPUT = { endpoint: "", method: "GET", key: null, loading: false }
const CONTRACT_INPUT: AgreedContract = {
  direction: "up",
  stake: "0.00",
  leverage: 1,
  commissionPpm: 0,
  stopOutBps: 0,
  quotedPrice: "0.0000",
  slippageBps: null,
  takeProfit: null,
  stopLoss: null,
  opensUntilMs: 0,
  lengthMs: 0,
  cancelsPassedLevels: true,
}

const idle = (answer: StateValue): StateValue => ({ request: "idle", answer })
const asking = (answer: StateValue): StateValue => ({ request: "asking", answer })

/** The states of a query before it had regions. */
const EARLIER_QUERY_STATES: ReadonlyMap<string, StateValue> = new Map([
  ["idle", idle({ none: "unknown" })],
  ["loading.unknown", asking({ none: "unknown" })],
  ["loading.recalling", asking({ none: "reading" })],
  ["loading.cached", asking("cached")],
  ["fresh", idle("fresh")],
  ["outdated", idle("outdated")],
  ["refreshing", asking("outdated")],
  ["stale", idle("stale")],
  ["retrying", asking("stale")],
  ["recalled", idle("cached")],
  ["reaching", asking("cached")],
  ["failed", idle({ none: { refused: "failed" } })],
  ["offline", idle({ none: { refused: "offline" } })],
])

const rows = (request: string, known: string): StateValue => ({ request, rows: known })

/** The states of a list before it had regions. */
const EARLIER_LIST_STATES: ReadonlyMap<string, StateValue> = new Map([
  ["loading.unknown", rows("loading", "none")],
  ["loading.recalled", rows("loading", "known")],
  ["failed", rows("idle", "failed")],
  ["offline", rows("idle", "offline")],
  ["empty", rows("idle", "known")],
  ["ready", rows("idle", "known")],
  ["end", rows("idle", "known")],
  ["loadingMore", rows("loadingMore", "known")],
  ["moreFailed", rows("idle", "moreFailed")],
  ["refreshing", rows("loading", "known")],
])

const machines: readonly UnjournaledMachine[] = [
  entryOf(contractMachine, ContractEvent, CONTRACT_INPUT),
  entryOf(feedbackMachine, FeedbackEvent),
  entryOf(leaderMachine, LeaderEvent, { id: "", hasChannel: false }),
  { ...entryOf(listMachine, ListEvent), earlierStates: EARLIER_LIST_STATES },
  entryOf(lockMachine, LockEvent),
  entryOf(noticesMachine, NoticesEvent),
  entryOf(pageMachine, PageEvent, { name: "" }),
  entryOf(protectionMachine, ProtectionEvent),
  entryOf(pushMachine, PushEvent),
  { ...entryOf(queryMachine, QueryEvent), earlierStates: EARLIER_QUERY_STATES },
  entryOf(removalMachine, RemovalEvent),
  entryOf(requestMachine, RequestEvent, REQUEST_INPUT),
  entryOf(sessionMachine, SessionEvent),
  entryOf(startupMachine, StartupEvent, STARTUP_INPUT),
  entryOf(stepUpMachine, StepUpEvent),
  entryOf(streamMachine, StreamEvent),
  entryOf(uploadMachine, UploadEvent),
  entryOf(wechatMachine, WeChatEvent),
]

/** Machines of earlier releases, whose recordings hold their actors. */
export const retiredMachines: ReadonlySet<string> = new Set([
  "build",
  "candles",
  "code",
  "connection",
  "freshness",
  "lifecycle",
  "link",
  "market",
  "polling",
  "receipt",
  "settlement",
  "streams",
  "visit",
])

/** Undefined for a machine that has a journal, and for one that this build does not know. */
export const unjournaledMachine = (id: string): UnjournaledMachine | undefined =>
  machines.find((one) => one.id === id)
