/** The form of a recording file: what is written, the limits of what is read, and why a file is refused. */
import {
  createRecordings,
  hashOf,
  listedIn,
  NO_ACTORS,
  overallState,
  plainRules,
  RECORDED_ACTOR_LIMIT,
  RECORDED_EVENT_LIMIT,
  RECORDED_STEP_LIMIT,
  RECORDING_MAX_BYTES,
  type RecordedActor,
  type RecordedStream,
  RecordingRefused,
  readRecording,
  type StandardSchema,
  writeRecording,
} from "@financial-links/journal"
import { beforeAll, describe, expect, it } from "vitest"
import {
  type Answer,
  type DeskRecording,
  gateRecord,
  loanOf,
  machines,
  recordedOf,
  rules,
  sourceOf,
} from "../support/loan-desk.ts"

const HASH = "0123456789abcdef".repeat(4)
const LINK = "0123456789ab"

let recording: DeskRecording
let text = ""
beforeAll(async () => {
  recording = await recordedOf([loanOf()], [gateRecord()])
  text = writeRecording(rules, recording)
})

const partsOf = ({ streams: [stream], actors: [actor] = [] }: DeskRecording) => {
  if (!stream || !actor) throw new Error("the recording has no stream and no actor")
  return { stream, actor }
}

/** A file with this body and a checksum that fits. */
const fileOf = (body: object): string => {
  const json = JSON.parse(JSON.stringify(body))
  return JSON.stringify({ format: rules.format, version: 1, checksum: hashOf(json), body: json })
}
/** "read", or the message of the refusal. */
const found = (file: string, isAlteredRead?: boolean): string => {
  try {
    readRecording(rules, file, isAlteredRead)
    return "read"
  } catch (cause) {
    return cause instanceof RecordingRefused ? cause.message : `not refused: ${cause}`
  }
}
const withBody = (change: object): string => found(fileOf({ ...recording, ...change }))
const withStreams = (streams: readonly object[]): string => {
  const states: readonly RecordedStream[] = JSON.parse(JSON.stringify(streams))
  return withBody({ streams, state: overallState(states) })
}
const withStream = (change: object): string => withStreams([{ ...partsOf(recording).stream, ...change }])
const withActor = (change: object): string =>
  withBody({ actors: [{ ...partsOf(recording).actor, ...change }] })
const MALFORMED = /^malformed: ./

describe("a written recording", () => {
  it("is indented JSON with its format, its version and the checksum of its body", () => {
    const { body, ...head } = JSON.parse(text)
    expect(head).toEqual({ format: "desk.recording", version: 1, checksum: hashOf(body) })
    expect(text).toBe(`${JSON.stringify({ ...head, body }, null, 1)}\n`)
    expect(body).toEqual(JSON.parse(JSON.stringify(recording)))
  })

  it("is read again as it was", () => {
    expect(readRecording(rules, text)).toEqual(recording)
  })

  it("is redacted once more", () => {
    const scene = { desk: "Bearer 4539578763621486" }
    expect(JSON.parse(writeRecording(rules, { ...recording, scene })).body.scene).toEqual({
      ...{ desk: "[redacted]" },
    })
  })

  it("lists its streams, then its actors, each with its beginning", () => {
    expect(listedIn({ ...recording, streams: [{ ...partsOf(recording).stream, seq: 40 }] })).toEqual([
      { key: "loan", from: 40 },
      { key: "gate#1", from: 1_500 },
    ])
    const { actors: _, ...earlier } = recording
    expect(listedIn(earlier)).toEqual([{ key: "loan", from: 0 }])
  })

  it("has one state for its streams, in whatever order they are", () => {
    const [a, b] = [
      { id: "a", state: "2" },
      { id: "b", state: "1" },
    ]
    expect(overallState([a, b])).toBe(overallState([b, a]))
    expect(overallState([a, b])).toBe(
      hashOf([
        ["a", "2"],
        ["b", "1"],
      ]),
    )
    expect(overallState([{ ...a, state: "3" }, b])).not.toBe(overallState([a, b]))
  })
})

describe("a file is refused", () => {
  it("with the reason as its name and what it found", () => {
    const refused = new RecordingRefused("foreign", "a\u0000\u0007b\u001b[2J\r\nc")
    expect(refused).toMatchObject({
      ...{ name: "RecordingRefused", reason: "foreign", detail: "a b [2J c", message: "foreign: a b [2J c" },
    })
  })

  it("if it is too large, no JSON, or of another project", () => {
    const large = RECORDING_MAX_BYTES + 1
    expect(found(" ".repeat(large))).toBe(`too-large: ${large}`)
    expect(found(" ".repeat(RECORDING_MAX_BYTES))).toMatch(/^truncated: ./)
    expect(found(text.slice(0, -10))).toMatch(/^truncated: .*JSON/)
    const { body } = JSON.parse(text)
    for (const change of [
      { format: "other.recording" },
      { version: 0 },
      { version: 0.5 },
      { checksum: 5 },
      { checksum: undefined },
    ])
      expect(found(JSON.stringify({ ...JSON.parse(text), ...change }))).toBe("foreign: desk.recording")
    expect(found(JSON.stringify({ format: rules.format, version: 2, checksum: "x", body }))).toBe(
      "newer: 2 > 1",
    )
  })

  it("if its checksum is that of another content, unless that is allowed", () => {
    const altered = text.replace('"book": "Emma"', '"book": "Emmy"')
    const { checksum } = JSON.parse(text)
    expect(found(altered)).toBe(`altered: ${checksum.slice(0, 12)}`)
    expect(found(altered, false)).toBe(`altered: ${checksum.slice(0, 12)}`)
    expect(found(altered, true)).toBe("read")
    const without = JSON.stringify({ ...JSON.parse(text), body: undefined })
    for (const isAlteredRead of [false, true])
      expect(found(without, isAlteredRead)).toBe("foreign: desk.recording")
  })

  it("if its state is not that of its streams", () => {
    expect(withBody({ state: HASH })).toBe("malformed: state")
  })

  it("if it has another shape, and the reason is of a readable length", () => {
    expect(withBody({ streams: ["x"] })).toBe("malformed: streams [0] is not an object")
    const wordy: StandardSchema<typeof recording.scene> = {
      "~standard": {
        version: 1,
        vendor: "test",
        validate: () => ({ issues: [{ message: "n".repeat(900) }] }),
      },
    }
    const counted = { ...rules, scene: wordy }
    expect(() => readRecording(counted, fileOf(recording))).toThrow(/^malformed: scene n{394}$/)
  })
})

describe("the nesting of a file", () => {
  const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`

  it("is 100 levels at most", () => {
    expect(found(nested(100))).toBe("foreign: desk.recording")
    expect(found(nested(101))).toBe("foreign: desk.recording")
    expect(found(nested(102))).toBe("malformed: deeper than 100")
    expect(found(`${"[".repeat(101)}null${"]".repeat(101)}`)).toBe("malformed: deeper than 100")
    expect(found(`${"[".repeat(100)}null${"]".repeat(100)}`)).toBe("foreign: desk.recording")
  })

  it("has 10 000 names in one object at most, and more in a list", () => {
    const names = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, 0])))
    expect(found(names(10_000))).toBe("foreign: desk.recording")
    expect(found(names(10_001))).toBe("malformed: more than 10000 names in one object")
    expect(found(`[${"0,".repeat(10_001)}0]`)).toBe("foreign: desk.recording")
    expect(found(`[${names(9_999)},${names(9_999)}]`)).toBe("foreign: desk.recording")
  })

  it("has 4 000 000 values at most, in all of its lists together", () => {
    const list = (count: number) => `[${"0,".repeat(count - 1)}0]`
    // the two lists are values too
    expect(found(`[${list(2_000_000)},${list(1_999_998)}]`)).toBe("foreign: desk.recording")
    expect(found(`[${list(2_000_000)},${list(1_999_999)}]`)).toBe("malformed: more than 4000000 values")
  })
})

describe("a part of a file has a limit", () => {
  it.each<[string, () => string, () => string]>([
    [
      "the id of a stream",
      () => withStream({ id: "i".repeat(200) }),
      () => withStream({ id: "i".repeat(201) }),
    ],
    ["its scope", () => withStream({ scope: "s".repeat(200) }), () => withStream({ scope: "s".repeat(201) })],
    ["its version", () => withStream({ version: -1 }), () => withStream({ version: 1.5 })],
    ["its first number", () => withStream({ seq: 0 }), () => withStream({ seq: -1 })],
    ["that it is whole", () => withStream({ seq: 7 }), () => withStream({ seq: 0.5 })],
    ["its events", () => withStream({ events: [null] }), () => withStream({ events: null })],
    ["its state", () => withStream({ state: HASH }), () => withStream({ state: HASH.toUpperCase() })],
    ["the start of its state", () => withStream({ state: HASH }), () => withStream({ state: `f${HASH}` })],
    ["the end of its state", () => withStream({ state: HASH }), () => withStream({ state: `${HASH}f` })],
    [
      "a link of its chain",
      () => withStream({ chain: { events: [LINK], states: [LINK] } }),
      () => withStream({ chain: { events: [LINK], states: [`${LINK}c`] } }),
    ],
    [
      "the start of a link",
      () => withStream({ chain: { events: [LINK], states: [] } }),
      () => withStream({ chain: { events: [`c${LINK}`], states: [] } }),
    ],
    [
      "the key of an actor",
      () => withActor({ key: "k".repeat(200) }),
      () => withActor({ key: "k".repeat(201) }),
    ],
    ["its id", () => withActor({ id: "i".repeat(2_000) }), () => withActor({ id: "i".repeat(2_001) })],
    ["its page", () => withActor({ page: null }), () => withActor({ page: "p".repeat(201) })],
    ["its start", () => withActor({ startedAtMs: -5 }), () => withActor({ startedAtMs: 0.5 })],
    ["its last state", () => withActor({ state: HASH }), () => withActor({ state: "" })],
    ["its machine", () => withActor({ machine: "m" }), () => withActor({ machine: null })],
    [
      "the time of a step",
      () => withActor({ steps: [{ event: null, atMs: 5 }] }),
      () => withActor({ steps: [{ event: null, atMs: "5" }] }),
    ],
    [
      "the answer of a step",
      () => withActor({ steps: [{ event: null, atMs: 5, answer: { about: "bell" } }] }),
      () => withActor({ steps: [{ event: null, atMs: 5, answer: { data: "bell" } }] }),
    ],
    ["the machines", () => withBody({ machines: HASH }), () => withBody({ machines: "none" })],
    ["the time", () => withBody({ recordedAtMs: 0 }), () => withBody({ recordedAtMs: 0.5 })],
    ["the scene", () => withBody({ scene: { desk: "" } }), () => withBody({ scene: {} })],
    [
      "the release",
      () => withBody({ app: { version: "1", build: "b" } }),
      () => withBody({ app: { version: "1" } }),
    ],
    [
      "the roster",
      () => withBody({ roster: [{ key: "loan", link: LINK }] }),
      () => withBody({ roster: [{ key: "loan", link: "" }] }),
    ],
  ])("%s", (_, within, beyond) => {
    expect(within()).toBe("read")
    expect(beyond()).toMatch(MALFORMED)
  })

  const many = <One>(count: number, one: (index: number) => One): readonly One[] =>
    Array.from({ length: count }, (_, index) => one(index))

  it.each<[string, number, (count: number) => string]>([
    [
      "the streams",
      80,
      (count) => withStreams(many(count, (at) => ({ ...partsOf(recording).stream, id: `s${at}` }))),
    ],
    [
      "the actors",
      RECORDED_ACTOR_LIMIT,
      (count) => withBody({ actors: many(count, (at) => ({ ...partsOf(recording).actor, key: `a${at}` })) }),
    ],
    [
      "the names of the roster",
      80 + RECORDED_ACTOR_LIMIT,
      (count) => withBody({ roster: many(count, (at) => ({ key: `k${at}`, link: LINK })) }),
    ],
    ["the events of a stream", RECORDED_EVENT_LIMIT, (count) => withStream({ events: Array(count).fill(0) })],
    [
      "the links of a stream",
      RECORDED_EVENT_LIMIT + 1,
      (count) => withStream({ chain: { events: Array(count).fill(LINK), states: [] } }),
    ],
    [
      "the steps of an actor",
      RECORDED_STEP_LIMIT,
      (count) => withActor({ steps: Array(count).fill({ event: 0, atMs: 1 }) }),
    ],
  ])("of number: %s", { timeout: 60_000 }, (_, most, withSome) => {
    expect(withSome(most)).toBe("read")
    expect(withSome(most + 1)).toMatch(MALFORMED)
  })
})

describe("a project whose machines all have a journal", () => {
  const plain = createRecordings(plainRules("desk.recording", rules.scene))

  it("records, reads and replays with the rules that every project has", async () => {
    const { actors: _, ...source } = sourceOf([loanOf()])
    const made = await plain.make({ ...source, actors: () => [] })
    const opened = await plain.open(plain.read(plain.write(made)), machines)
    expect([opened.verdict.isIdentical, opened.streams.map(({ id }) => id)]).toEqual([true, ["loan"]])
    const secret = JSON.parse(plain.write({ ...made, scene: { desk: "Bearer 4539578763621486" } }))
    expect(secret.body.scene).toEqual({ desk: "[redacted]" })
  })

  it("masks nothing but secrets, and expects each field of a context", async () => {
    const { maskOf, laterFields } = plainRules("desk.recording", rules.scene)
    expect(maskOf("loan")({ by: "Ada", password: "p" })).toEqual({ by: "Ada", password: "[redacted]" })
    expect([...laterFields]).toEqual([])
  })

  it("refuses an actor without a journal, and an answer to one", () => {
    const read = (change: Partial<RecordedActor<Answer>>) => () =>
      plain.read(fileOf({ ...recording, actors: [{ ...partsOf(recording).actor, ...change }] }))
    const answered = { steps: [{ event: null, atMs: 1, answer: { about: "bell" } }] }
    expect(read(answered)).toThrow(/^malformed: /)
    expect(NO_ACTORS.machineOf("gate")).toBeUndefined()
    return expect(plain.open(read({})(), machines)).rejects.toThrow("unknown-stream: gate#1: gate")
  })

  it("reads a file whose checksum does not fit if that is asked", () => {
    const altered = text.replace('"book": "Emma"', '"book": "Emmy"')
    expect(() => plain.read(altered)).toThrow(/^altered: /)
    expect(plain.read(altered, true).streams.map(({ id }) => id)).toEqual(["loan"])
  })
})
