/** The flight recorder's files: what they hold of the app besides the events of its machines. */
import {
  type OpenedRecording as AnyOpened,
  type OpenedActor as AnyOpenedActor,
  type Recording as AnyRecording,
  type RecordingSource as AnySource,
  createRecordings,
} from "@financial-links/journal"
import { Schema } from "effect"
import { APP_VERSION, LOCALES } from "../domain/limits.ts"
import { standard } from "../events/declaration.ts"
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
  scene: standard(Scene),
  actors: {
    answer: standard(RecordedAnswer),
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
