/** A journal of XState 5 machines: store, replay, upcasters, redaction and recordings. */
export { LimitedDatabase, OPEN_LIMIT_MS, REFUSAL_MS, TRANSACTION_LIMIT_MS } from "./database.ts"
export { at, event, type JournaledStream, JournalResumed, key } from "./declaration.ts"
export { eventReader } from "./event-reader.ts"
export {
  type EventStore,
  openEventStore,
  type Row,
  type StoredSnapshot,
  type StreamContents,
} from "./event-store.ts"
export {
  createJournal,
  deleteStreams,
  type Journal,
  type JournalOptions,
  type NamedSnapshot,
} from "./journal.ts"
export { type MachineEntry, machineEntry, machineOf } from "./machine-entry.ts"
export { makeRecording, type RecordingSource, type StoredStream } from "./make-recording.ts"
export {
  chainOf,
  machinesOf,
  mergeSteps,
  type OpenedRecording,
  openRecording,
  type ReplayVerdict,
} from "./open-recording.ts"
export { NotJson } from "./plain-json.ts"
export { NotRebuildable } from "./rebuildable.ts"
export { recordEvents } from "./record-events.ts"
export { type ActorRecord, folded, type OpenedActor, openActor, recordActors } from "./recorded-actors.ts"
export {
  type ActorMachine,
  ANSWERS_MAX_CHARS,
  listedIn,
  NO_ACTORS,
  overallState,
  RECORDED_ACTOR_LIMIT,
  RECORDED_STEP_LIMIT,
  RECORDING_MAX_BYTES,
  type RecordedActor,
  type RecordedStream,
  type Recording,
  RecordingRefused,
  type RecordingRules,
  readRecording,
  writeRecording,
} from "./recording.ts"
export { createRecordings, plainRules } from "./recordings.ts"
export { type Json, REDACTED, type RedactionRules, redact, redactWith } from "./redact.ts"
export { type Fold, foldOf, replay } from "./replay.ts"
export {
  decodeSnapshot,
  isStoredState,
  quarantineStream,
  type Restored,
  type RestoreOptions,
  readEvents,
  restoreStream,
  revive,
  type StoredState,
} from "./restore.ts"
export { rosterOf } from "./roster.ts"
export { salvageWith } from "./salvage.ts"
export { nullOr, oneOf, optional, type StandardSchema, struct, text, type ValueOf, whole } from "./schema.ts"
export { canonical, hashOf, machinesHash, redactedState, stateHash } from "./state-hash.ts"
export { RECORDED_EVENT_LIMIT } from "./step-chain.ts"
export { type StorageProblem, StorageUnavailable, within } from "./storage-problem.ts"
export {
  inContext,
  isStored,
  type Stored,
  type StreamUpcasters,
  UnknownVersion,
  type Upcaster,
  upcastEvent,
  upcastFrom,
  upcastSnapshot,
  withVersion,
} from "./upcast.ts"
