/** Recordings of a project: what its machines received, as one file that can be replayed anywhere. */
import type { MachineEntry } from "./machine-entry.ts"
import { makeRecording, type RecordingSource } from "./make-recording.ts"
import { type OpenedRecording, openRecording } from "./open-recording.ts"
import { NO_ACTORS, type Recording, type RecordingRules, readRecording, writeRecording } from "./recording.ts"
import { redact } from "./redact.ts"

export interface Recordings<Scene, Answer, ReadAnswer> {
  /** Rejects if there is no journal, or if the machines move all the time. */
  readonly make: (source: RecordingSource<Scene, Answer>) => Promise<Recording<Scene, Answer>>
  readonly write: (recording: Recording<Scene, Answer>) => string
  /** Reads a file. Throws `RecordingRefused`. `isAlteredRead`: the checksum may not fit. */
  readonly read: (text: string, isAlteredRead?: boolean) => Recording<Scene, Answer>
  /** Decodes a recording and replays it once. Rejects with `RecordingRefused`. */
  readonly open: (
    recording: Recording<Scene, Answer>,
    machines: readonly MachineEntry[],
  ) => Promise<OpenedRecording<Scene, Answer, ReadAnswer>>
}

export const createRecordings = <Scene, Answer, ReadAnswer>(
  rules: RecordingRules<Scene, Answer, ReadAnswer>,
): Recordings<Scene, Answer, ReadAnswer> => ({
  make: (source) => makeRecording(rules, source),
  write: (recording) => writeRecording(rules, recording),
  read: (text, isAlteredRead) => readRecording(rules, text, isAlteredRead),
  open: (recording, machines) => openRecording(rules, recording, machines),
})

/** The rules of a project whose machines all have a journal, and hold nothing that must be masked. */
export const plainRules = <Scene>(
  format: string,
  scene: RecordingRules<Scene, never, never>["scene"],
): RecordingRules<Scene, never, never> => ({
  ...{ format, scene, actors: NO_ACTORS, redact },
  maskOf: () => redact,
  laterFields: new Set(),
})
