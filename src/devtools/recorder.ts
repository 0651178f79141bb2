/** The flight recorder in the browser: a file out, a file in. */

import { useCallback, useState } from "react"
import { selectLocale, selectTheme } from "../../machines/startup.ts"
import { saveFile } from "../runtime/hooks/save-file.ts"
import type { ConsoleHouse } from "./house.ts"
import { record } from "./record.ts"
import { RECORDING_MAX_BYTES, RecordingRefused, readRecording, writeRecording } from "./recording.ts"
import { openRecording } from "./replay.ts"

/** Which build this is: the name of its first file says it; in development there is none. */
const buildOf = (): string => {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src*="/assets/"]')
  return script?.getAttribute("src")?.split("/").at(-1) ?? "development"
}

/** Writes the journal as it is now into a file, and gives it to the browser to keep. */
const exportRecording = async ({ present, tape, bringPast, switches }: ConsoleHouse): Promise<void> => {
  const { residents } = await bringPast()
  const startup = present.boot.startup.getSnapshot()
  const seatOf = (id: string) => present.seats().find((seat) => seat.id === id)
  const recording = await record({
    written: tape.written,
    stateOf: (id) => seatOf(id)?.getSnapshot(),
    residents,
    build: buildOf(),
    look: {
      locale: selectLocale(startup),
      theme: selectTheme(startup),
      isMember: present.boot.session.getSnapshot().context.user !== null,
    },
    nowMs: switches.realNow(),
  })
  const day = new Date(recording.recordedAtMs).toISOString().slice(0, 19).replaceAll(":", "-")
  saveFile(`financial-links-${day}.json`, writeRecording(recording))
}

export interface Recorder {
  readonly busy: boolean
  /** Why the last file was not opened, or nothing could be recorded. */
  readonly refusal: RecordingRefused | "no-journal" | null
  readonly onExport: () => void
  readonly onOpen: (file: File) => void
  readonly onClose: () => void
}

const readFile = async (file: File): Promise<string> => {
  if (file.size > RECORDING_MAX_BYTES) throw new RecordingRefused("too-large", String(file.size))
  return file.text()
}

export const useRecorder = (house: ConsoleHouse): Recorder => {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Recorder["refusal"]>(null)
  const run = useCallback((work: () => Promise<void>) => {
    setBusy(true)
    setRefusal(null)
    work()
      .catch((cause: unknown) => setRefusal(cause instanceof RecordingRefused ? cause : "no-journal"))
      .finally(() => setBusy(false))
  }, [])
  return {
    busy,
    refusal,
    onExport: () => run(() => exportRecording(house)),
    onOpen: (file) =>
      run(async () => {
        const recording = readRecording(await readFile(file))
        const { residents } = await house.bringPast()
        await house.travel.open(await openRecording(recording, residents))
      }),
    onClose: () => house.travel.toNow(),
  }
}
