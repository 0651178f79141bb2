/** The flight recorder's files: what they hold of the app besides the events of its machines. */
import { Schema } from "effect"
import type { RecordingSource as AnySource } from "../../packages/journal/src/make-recording.ts"
import type { OpenedRecording as AnyOpened } from "../../packages/journal/src/open-recording.ts"
import type { OpenedActor as AnyOpenedActor } from "../../packages/journal/src/recorded-actors.ts"
import type { Recording as AnyRecording } from "../../packages/journal/src/recording.ts"
import { createRecordings } from "../../packages/journal/src/recordings.ts"
import { APP_VERSION, LOCALES } from "../domain/limits.ts"
import { redact } from "../journal/redact.ts"
import { maskOf } from "./mask.ts"
import { RecordedAnswer, readRecordedAnswer, type TellAnswer } from "./recorded-answer.ts"
import { retiredMachines, unjournaledMachine } from "./unjournaled-machines.ts"

/** State of the machines without a journal that pages depend on. */
const Scene = Schema.Struct({
  locale: Schema.Literals(LOCALES),
  theme: Schema.Literals(["system", "light", "dark"]),
  isMember: Schema.Boolean,
})
type Scene = typeof Scene.Type

export type Recording = AnyRecording<Scene, RecordedAnswer>
export type OpenedRecording = AnyOpened<Scene, RecordedAnswer, TellAnswer>
export type OpenedActor = AnyOpenedActor<RecordedAnswer, TellAnswer>

export const recordings = createRecordings<Scene, RecordedAnswer, TellAnswer>({
  format: "financial-links.recording",
  scene: Scene,
  actors: {
    answer: RecordedAnswer,
    machineOf: unjournaledMachine,
    retired: retiredMachines,
    readAnswer: readRecordedAnswer,
    // it is too large, or does not fit its endpoint once it is masked
    withoutData: ({ data: _data, error: _error, ...rest }) => rest,
  },
  redact,
  maskOf,
  laterFields: new Set(["visit"]),
})

export interface RecordingSource extends Omit<AnySource<Scene, RecordedAnswer>, "app"> {
  readonly build: string
}

export const makeRecording = ({ build, ...source }: RecordingSource): Promise<Recording> =>
  recordings.make({ ...source, app: { version: APP_VERSION, build } })

export const { read: readRecording, write: writeRecording, open: openRecording } = recordings
