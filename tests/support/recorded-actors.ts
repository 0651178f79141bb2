/** Actors without a journal as the event log knows them, and recordings of them. */
import { hashOf } from "@financial-links/journal"
import { Exit } from "effect"
import type { AnyMachineSnapshot } from "xstate"
import type { AnswerOf, EndpointId, RequestOf } from "../../src/contract/endpoints.ts"
import { type ActorRecord, shownAnswer } from "../../src/devtools/recorded-answer.ts"
import {
  makeRecording,
  type OpenedRecording,
  openRecording,
  type Recording,
  readRecording,
  writeRecording,
} from "../../src/devtools/recordings.ts"
import { unjournaledMachine } from "../../src/devtools/unjournaled-machines.ts"
import type { User } from "../../src/domain/entities.ts"
import { redact } from "../../src/journal/redact.ts"
import { machines } from "./recordings.ts"

export const machineOf = (id: string) => {
  const found = unjournaledMachine(id)
  if (!found) throw new Error(`no machine without a journal has the id ${id}`)
  return found
}

interface Given {
  readonly id: string
  readonly machine?: string
  readonly page?: string
  readonly startedAtMs?: number
  readonly from?: AnyMachineSnapshot
  readonly events: readonly { readonly type: string; readonly [field: string]: unknown }[]
  readonly answers?: ActorRecord["answers"]
}

/** What the event log knows of an actor that received these events, one each millisecond. */
export const recordOf = ({
  id,
  machine = id,
  page,
  startedAtMs = 10,
  from,
  events,
  answers,
}: Given): ActorRecord => {
  const { pure, machine: declared } = machineOf(machine)
  const start = from ?? pure.initial()
  return {
    key: `${id}#1`,
    ...{ id, page, startedAtMs, machine: declared, from: start, answers: answers ?? new Map() },
    received: events.map((event, index) => ({
      ...{ event, position: index + 1, atMs: startedAtMs + index + 1, transitions: [], source: "live" },
    })),
    now: events.reduce<AnyMachineSnapshot>(pure.step, start),
  }
}

export const recordingOf = (...actors: readonly ActorRecord[]): Promise<Recording> =>
  makeRecording({
    readJournal: () => Promise.resolve([]),
    snapshotOf: () => undefined,
    actors: () => actors,
    machines,
    build: "test",
    scene: { locale: "en", theme: "system", isMember: true },
    nowMs: 10,
  })

export const reopened = async (recording: Recording): Promise<OpenedRecording> =>
  openRecording(readRecording(writeRecording(recording)), machines)

export const actorsOf = ({ actors = [] }: Recording): NonNullable<Recording["actors"]> => actors

/** The file with another body and a checksum that fits. */
export const forgedText = (recording: Recording): string => {
  const body = redact(recording)
  return JSON.stringify({ format: "financial-links.recording", version: 1, checksum: hashOf(body), body })
}

export const user: User = {
  id: "u1",
  username: "ada.canary",
  level: 1,
  balance: "5.00",
  available: "5.00",
  unavailable: "0.00",
  invitationCode: "CANARY99",
  creditScore: 500,
  verification: "none",
  bankCards: 0,
  cryptoAddresses: 0,
  vin: 1,
}
export const wallet = { available: "5.00", inContracts: "0.00", inWithdrawals: "0.00" }
export const walletAnswer = { ...wallet, todayDividend: "0.00", totalDividend: "0.00" }

export const session = recordOf({
  id: "session",
  events: [
    { type: "session.notRestored", intent: null, at: 1 },
    { type: "session.login", username: "ada.canary", secret: "handle", at: 2 },
    { type: "session.authenticated", user, at: 3 },
  ],
})

/** A request actor that received this answer. */
export const answeredRequest = <E extends EndpointId>(
  endpoint: E,
  request: RequestOf<E>,
  answer: AnswerOf<E>,
  startedAtMs = 20,
): ActorRecord =>
  recordOf({
    ...{ id: `request:${endpoint}`, machine: "request", startedAtMs },
    events: [{ type: "request.succeeded" }],
    answers: new Map([
      [
        1,
        shownAnswer(endpoint, request, {
          ...{ position: 1, atMs: startedAtMs + 1, exit: Exit.succeed(answer) },
        }),
      ],
    ]),
  })

export const walletRequest = answeredRequest("walletSummary", {}, walletAnswer)
