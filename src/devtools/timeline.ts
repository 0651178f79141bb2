/** A line of moments to move along: what happened in this document and before it, or what a recording holds. */
import type { AnyMachineSnapshot } from "xstate"
import { type Answers, createAnswers } from "../runtime/answer-history.ts"
import type { Resident } from "../runtime/time-travel-actors.ts"
import { Life, type Standing, type Track } from "./life.ts"
import type { OpenedRecording } from "./replay.ts"
import type { Entry, Tape } from "./tape.ts"

export interface Timeline {
  /** The place before the first event. */
  readonly begin: () => number
  /** The place of the last event. */
  readonly end: () => number
  readonly entryAt: (place: number) => Entry | undefined
  /** Every actor that is known, the oldest first. */
  readonly tracks: () => readonly Track[]
  /** What an actor was at a place; undefined where it was not there. */
  readonly standing: (track: Track, place: number) => Standing | undefined
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
  entryAt: (place) => tape.entryAt(place),
  tracks: () => tape.tracks(),
  standing: (track, place) => tape.standing(track, place),
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

/** The seats that were recorded, each with all that it received. */
const livesOf = ({ streams, steps }: OpenedRecording): ReadonlyMap<string, Life> => {
  const lives = new Map<string, Life>()
  for (const { id, resident, from } of streams) {
    const about = { key: id, id, kind: "seat", machine: resident.machine, bornAtMs: 0, isPast: true } as const
    lives.set(id, new Life({ ...about, now: from }, () => resident.pure, 0))
  }
  for (const [index, { id, event }] of steps.entries())
    lives.get(id)?.note({ place: index + 1, event, transitions: [], source: "journal" })
  for (const life of lives.values()) life.now = life.at(steps.length) ?? life.now
  return lives
}

/** The line of a recording: place 0 is before its first event. */
export const timelineOfRecording = (opened: OpenedRecording, residents: readonly Resident[]): Timeline => {
  const { steps } = opened
  const scene = sceneOf(opened, residents)
  const lives = livesOf(opened)
  const tracks = [...lives.values()]
  const entries = steps.flatMap(({ id, event, atMs }, index): Entry[] => {
    const track = lives.get(id)
    return track ? [{ place: index + 1, atMs, track, event, transitions: [], source: "journal" }] : []
  })
  return {
    begin: () => 0,
    end: () => steps.length,
    entryAt: (place) => entries[place - 1],
    tracks: () => tracks,
    standing: (track, place) => lives.get(track.id)?.standing(place),
    seatAt: (id, place) => lives.get(id)?.at(place) ?? scene.get(id),
    answers: createAnswers(),
  }
}
