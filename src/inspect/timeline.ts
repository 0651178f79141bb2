/** A line of moments to move along: what happened in this document and before it, or what a recording holds. */
import type { AnyMachineSnapshot } from "xstate"
import { type Answers, createAnswers } from "../actors/answers.ts"
import type { Resident } from "../actors/past.ts"
import { Life } from "./life.ts"
import type { OpenedRecording } from "./replay.ts"
import type { Tape } from "./tape.ts"

/** One place on the line. */
export interface Station {
  readonly atMs: number
  /** Of the seat or actor. */
  readonly id: string
  readonly event: { readonly type: string }
}

export interface Timeline {
  /** The place before the first event. */
  readonly begin: () => number
  /** The place of the last event. */
  readonly end: () => number
  readonly stationAt: (place: number) => Station | undefined
  readonly seatAt: (id: string, place: number) => AnyMachineSnapshot | undefined
  readonly answers: Answers
}

const FAILURES = /(?:failed|refused|rejected|unanswered|timedout|invalid|lost|warned)$/i

/** True where an event tells of something that did not succeed. */
export const isError = ({ type, ...rest }: { readonly type: string }): boolean =>
  FAILURES.test(type) || ("failure" in rest && rest.failure !== null)

export const timelineOf = (tape: Tape): Timeline => ({
  begin: () => tape.begin() - 1,
  end: () => tape.end(),
  stationAt: (place) => {
    const entry = tape.entryAt(place)
    return entry && { atMs: entry.atMs, id: entry.track.id, event: entry.event }
  },
  seatAt: (id, place) => tape.seatAt(id, place),
  answers: tape.answers,
})

/** What is no journaled machine's, as far as a recording tells: the language, the theme, and that there was a member. */
const sceneOf = (
  { recording }: OpenedRecording,
  residents: readonly Resident[],
): ReadonlyMap<string, AnyMachineSnapshot> => {
  const { locale, theme, isMember } = recording.scene
  const scene = new Map<string, AnyMachineSnapshot>()
  const play = (id: string, events: readonly { readonly type: string }[]) => {
    const pure = residents.find((one) => one.id === id)?.pure
    if (pure) scene.set(id, events.reduce<AnyMachineSnapshot>(pure.step, pure.initial()))
  }
  const setLocale = { type: "startup.setLocale", locale }
  const setTheme = { type: "startup.setTheme", theme }
  play("startup", [setLocale, setTheme])
  const zero = "0.00"
  /** Who it was is not in the file. */
  const user = {
    id: "recorded",
    username: "–",
    level: 1,
    balance: zero,
    available: zero,
    unavailable: zero,
    invitation_code: "",
    credit_score: 0,
    verification: "none",
    bank_cards: 0,
    crypto_addresses: 0,
    vin: 0,
  }
  const restored = { type: "session.restored", user, intent: null, at: 0 }
  const absent = { type: "session.absent", intent: null, at: 0 }
  play("session", [isMember ? restored : absent])
  return scene
}

/** The line of a recording: place 0 is before its first event. */
export const timelineOfRecording = (opened: OpenedRecording, residents: readonly Resident[]): Timeline => {
  const { steps, streams } = opened
  const scene = sceneOf(opened, residents)
  const lives = new Map<string, Life>()
  for (const { id, resident, from } of streams) {
    const about = { key: id, id, kind: "seat", machine: resident.machine, bornAtMs: 0, isPast: true } as const
    lives.set(id, new Life({ ...about, now: from }, () => resident.pure, 0))
  }
  for (const [index, { id, event }] of steps.entries()) lives.get(id)?.note({ place: index + 1, event })
  return {
    begin: () => 0,
    end: () => steps.length,
    stationAt: (place) => steps[place - 1],
    seatAt: (id, place) => lives.get(id)?.at(place) ?? scene.get(id),
    answers: createAnswers(),
  }
}
