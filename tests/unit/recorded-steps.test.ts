/** Each recorded step is in a hash chain: a replay names the first step that is not the recorded one. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { RecordedStream } from "../../packages/journal/src/recording.ts"
import {
  type OpenedRecording,
  openRecording,
  type Recording,
  readRecording,
} from "../../src/devtools/recordings.ts"
import { firstOf, forged, machines, orderEvents } from "../support/recordings.ts"

type Events = RecordedStream["events"]
type StreamVerdict = OpenedRecording["verdict"]["streams"][number]

/** The verdict over a file whose only stream was changed, with a checksum that fits. */
const verdictOf = async (change: (stream: RecordedStream) => RecordedStream) => {
  const text = await forged((body: Recording) => {
    const stream = firstOf(body)
    return { ...body, streams: [change(stream)] }
  })
  const { verdict } = await openRecording(readRecording(text), machines)
  const [stream] = verdict.streams
  if (!stream) throw new Error("the recording has no stream")
  return { ...stream, isWholeIdentical: verdict.isIdentical }
}

const changedEvents = (change: (events: Events) => Events) =>
  verdictOf((stream) => ({ ...stream, events: change(stream.events) }))

const found = ({ isIdentical, difference }: StreamVerdict) => ({
  isIdentical,
  step: difference?.step,
  type: difference?.type,
  what: difference?.what,
})

/** The event with every time in it later. */
const later = (event: Events[number] | undefined): Events[number] =>
  JSON.parse(JSON.stringify(event), (name, value) => (name === "at" ? value + 1 : value))

describe("a changed recording names its first other step", () => {
  it("where two events are swapped that lead to the same end", async () => {
    const verdict = await changedEvents(([a, b, c, d]) => [a, c, b, d].filter((one) => one !== undefined))
    expect(found(verdict)).toEqual({ isIdentical: false, step: 2, type: "order.leave", what: "event" })
  })

  it("where an event is there twice", async () => {
    const verdict = await changedEvents((events) =>
      events.flatMap((one, at) => (at === 1 ? [one, one] : one)),
    )
    expect(found(verdict)).toEqual({ isIdentical: false, step: 3, type: "order.change", what: "event" })
  })

  it("where an event is missing, the last one included", async () => {
    const inside = await changedEvents((events) => events.toSpliced(1, 1))
    expect(found(inside)).toEqual({ isIdentical: false, step: 2, type: "order.leave", what: "event" })
    const last = await changedEvents((events) => events.slice(0, -1))
    expect(found(last)).toEqual({ isIdentical: false, step: orderEvents.length, type: null, what: "event" })
  })

  it("where only the time of an event is another", async () => {
    const verdict = await changedEvents((events) => events.with(2, later(events[2])))
    expect(found(verdict)).toEqual({ isIdentical: false, step: 3, type: "order.leave", what: "event" })
    expect(verdict.isWholeIdentical).toBe(false)
  })

  it("where the event is the recorded one and the state is another", async () => {
    const verdict = await verdictOf((stream) => ({
      ...stream,
      ...(stream.chain && {
        chain: { ...stream.chain, states: stream.chain.states.with(2, "0".repeat(12)) },
      }),
    }))
    expect(found(verdict)).toEqual({ isIdentical: false, step: 2, type: "order.change", what: "state" })
  })

  it("for any step, and never one before it", () =>
    fc.assert(
      fc.asyncProperty(fc.nat(orderEvents.length - 1), async (at) => {
        const { difference } = await changedEvents((events) => events.with(at, later(events[at])))
        expect(difference?.step).toBe(at + 1)
      }),
    ))
})

it("a recording without a chain compares the end alone and says so", async () => {
  const unchained = await verdictOf(({ chain: _, ...stream }) => stream)
  expect([unchained.isChained, unchained.isIdentical, unchained.difference]).toEqual([false, true, null])
})
