/** The actors without a journal in a recording of the app: replayed, with the answers of the server. */
import { RECORDED_ACTOR_LIMIT } from "@financial-links/journal"
import { type Explored, explore } from "@financial-links/paths"
import { Exit } from "effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { EventObject } from "xstate"
import { uploadMachine } from "../../machines/upload.ts"
import { casesNamed, machineNames } from "../../scripts/charts/machines.ts"
import { createAnswerHistory } from "../../src/devtools/answer-history.ts"
import { createEventLog } from "../../src/devtools/event-log.ts"
import type { ActorRecord } from "../../src/devtools/recorded-answer.ts"
import { readRecordedAnswer } from "../../src/devtools/recorded-answer.ts"
import { makeRecording, openRecording, readRecording } from "../../src/devtools/recordings.ts"
import { createTimeTravelActors } from "../../src/devtools/time-travel-actors.ts"
import { timelineOfRecording } from "../../src/devtools/timeline.ts"
import { casesOf } from "../support/exhaustive.ts"
import { openInspectedApp } from "../support/inspected-app.ts"
import { freshBrowser } from "../support/journal-host.ts"
import {
  actorsOf,
  forgedText,
  machineOf,
  recordingOf,
  recordOf,
  reopened,
  session,
  wallet,
  walletAnswer,
  walletRequest,
} from "../support/recorded-actors.ts"
import { machineEntryOf, machines } from "../support/recordings.ts"

const WITHOUT_JOURNAL = [
  "contract",
  "factor",
  "feedback",
  "leader",
  "list",
  "lock",
  "notices",
  "page",
  "protection",
  "push",
  "query",
  "removal",
  "request",
  "session",
  "startup",
  "step-up",
  "stream",
  "upload",
  "wechat",
] as const

/** The events that lead to each situation of an exploration. */
const pathsOf = ({ situations }: Explored): readonly (readonly EventObject[])[] =>
  [...situations.values()].map((end) => {
    const events: EventObject[] = []
    for (let at = end; at.reachedBy !== null; ) {
      events.unshift(at.reachedBy.event)
      const before = situations.get(at.reachedBy.from)
      if (!before) throw new Error("a path has no beginning")
      at = before
    }
    return events
  })

describe("an actor without a journal", () => {
  it.each(casesOf(WITHOUT_JOURNAL, (id) => ["list", "session"].includes(id)))(
    "of the machine %s replays to the identical state on every path",
    { tags: ["sweep"], timeout: 60_000 },
    async (id) => {
      const { machine } = machineOf(id)
      const all = explore(machine, await casesNamed(id)).flatMap((explored) =>
        pathsOf(explored).map((events) => ({ events, from: explored.start.snapshot })),
      )
      expect(all.length).toBeGreaterThan(1)
      const records = all
        .slice(0, RECORDED_ACTOR_LIMIT)
        .map((path, index) => ({ ...recordOf({ id, ...path }), key: `${id}#${index}` }))
      const recording = await recordingOf(...records)
      expect(actorsOf(recording)).toHaveLength(records.length)
      const { verdict, hasSameMachines } = await reopened(recording)
      expect(verdict.actors.filter(({ isIdentical }) => isIdentical !== true)).toEqual([])
      expect([verdict.isIdentical, hasSameMachines]).toEqual([true, true])
    },
  )

  it("is of a machine that recordings know", () => {
    const journaled = machines.filter(({ stream }) => stream).map(({ machine }) => machine.id)
    expect(machineNames().filter((name) => !journaled.includes(name))).toEqual(WITHOUT_JOURNAL)
  })

  it("of a machine that earlier releases had is left out where their recording is opened", async () => {
    const { actors = [], roster: _, ...recording } = await recordingOf(session, walletRequest)
    const link = { ...recordOf({ id: "push", events: [] }), key: "link#1" }
    const [filed] = actorsOf(await recordingOf(link)).map((actor) => ({
      ...actor,
      id: "link",
      machine: "link",
    }))
    if (!filed) throw new Error("nothing was recorded")
    const opened = await reopened({ ...recording, actors: [...actors, filed] })
    expect(opened.actors.map(({ id }) => id)).toEqual(["session", "request:walletSummary"])
    expect(opened.verdict.isIdentical).toBe(true)
  })

  it.each([
    ["query", "idle", { request: "idle", answer: { none: "unknown" } }],
    ["query", { loading: "recalling" }, { request: "asking", answer: { none: "reading" } }],
    ["query", "reaching", { request: "asking", answer: "cached" }],
    ["query", "offline", { request: "idle", answer: { none: { refused: "offline" } } }],
    ["list", { loading: "recalled" }, { request: "loading", rows: "known" }],
    ["list", "end", { request: "idle", rows: "known" }],
    ["list", "moreFailed", { request: "idle", rows: "moreFailed" }],
    ["list", "refreshing", { request: "loading", rows: "known" }],
  ])(
    "%s that a recording of an earlier release shows in the state %j goes on from there",
    async (id, value, state) => {
      const { roster: _, ...recording } = await recordingOf(recordOf({ id, events: [] }))
      const actors = actorsOf(recording).map((filed) => ({
        ...filed,
        base: Object.assign({}, filed.base, { value }),
      }))
      const opened = await reopened({ ...recording, actors })
      expect(opened.actors[0]?.from.value).toEqual(state)
    },
  )

  it("is left out if it has a journal", async () => {
    const { pure, machine } = machineEntryOf("watchlist")
    const watched: ActorRecord = { ...session, id: "watchlist", machine, from: pure.initial(), received: [] }
    expect(actorsOf(await recordingOf(watched, session)).map(({ id }) => id)).toEqual(["session"])
  })

  it("keeps its answers beside its steps, and shows them again where they came", async () => {
    const opened = await reopened(await recordingOf(session, walletRequest))
    const { answers, snapshotAt } = timelineOfRecording(opened, machines)
    const at = opened.steps.findIndex(({ event }) => event.type === "request.succeeded") + 1
    expect(answers.stateAt("walletSummary", {}, at - 1).data).toBe(undefined)
    expect(answers.stateAt("walletSummary", {}, at)).toMatchObject({ phase: "ready", data: wallet, atMs: 21 })
    expect(snapshotAt("session", 1)?.value).toBe("anonymous")
    expect(snapshotAt("session", 3)?.value).toEqual({ authenticated: "active" })
  })

  it("is shown with the answers of its own timeline where two have as many", async () => {
    const { show } = await createTimeTravelActors()
    const walletAt = async (available: string) => {
      const answers = createAnswerHistory()
      const exit = Exit.succeed({ ...walletAnswer, available })
      answers.record("walletSummary", {}, { position: 1, atMs: 1, exit })
      const { apiLayer } = show({ position: 1, atMs: 1, snapshotOf: () => undefined, answers })
      return (await apiLayer.load()).queries.query("walletSummary", {}).getState().data?.available
    }
    expect([await walletAt("1.00"), await walletAt("2.00")]).toEqual(["1.00", "2.00"])
  })

  it("of a page is found by its page, from its start on", async () => {
    const loaded = { type: "list.loaded", ids: ["a"], nextCursor: null, at: 30 }
    const list = recordOf({
      id: "list:orders{}",
      machine: "list",
      page: "p7",
      startedAtMs: 29,
      events: [loaded],
    })
    const timeline = timelineOfRecording(await reopened(await recordingOf(session, list)), machines)
    expect(timeline.snapshotAt("list:orders{}", 2, "p7")).toBe(undefined)
    expect(timeline.snapshotAt("list:orders{}", 4, "p7")?.context.ids).toEqual(["a"])
    expect(timeline.snapshotAt("list:orders{}", 4, "p8")).toBe(undefined)
  })
})

describe("a changed recording", () => {
  it("names the actor whose answer of the server is another", async () => {
    const recording = await recordingOf(session, walletRequest)
    const text = forgedText({
      ...recording,
      actors: JSON.parse(
        JSON.stringify(actorsOf(recording)).replace('"inContracts":"0.00"', '"inContracts":"6.00"'),
      ),
    })
    const { verdict } = await openRecording(readRecording(text), machines)
    expect([verdict.isIdentical, verdict.actors.map(({ id, difference }) => [id, difference])]).toEqual([
      false,
      [
        ["session#1", null],
        ["request:walletSummary#1", { step: 1, type: "request.succeeded", what: "event" }],
      ],
    ])
  })
})

it.each<[string, object]>([
  ["wrong data", { data: { available: 5 } }],
  ["an unknown error", { error: { _tag: "Stolen" } }],
  ["a name of every object", { endpoint: "constructor", data: walletAnswer }],
])("an untrusted answer with %s is refused", (_, change) => {
  const answer = { endpoint: "walletSummary", request: {}, data: walletAnswer }
  const { data: _data, ...asked } = answer
  expect(readRecordedAnswer(answer)).toEqual(expect.any(Function))
  expect(readRecordedAnswer({ ...asked, ...change })).toBeNull()
})

describe("the running app", () => {
  beforeEach(() => {
    freshBrowser()
    for (const name of ["addEventListener", "removeEventListener"]) vi.stubGlobal(name, () => {})
  })
  afterEach(() => void vi.unstubAllGlobals())

  it("is recorded with its session, start-up, requests, queries and answers", async () => {
    const eventLog = createEventLog(Date.now)
    const { system, close } = await openInspectedApp(eventLog.inspector)
    const { queries } = await system.apiLayer.load()
    const query = queries.query("systemConfig", {})
    const leave = query.subscribe(() => {})
    await expect.poll(() => query.getState().phase).toBe("ready")
    const picture = system.pageActors.create("upload:proof", uploadMachine, undefined)
    picture.start("p1")
    picture.send({ type: "upload.choose", fileKey: "f1", sizeBytes: 0, mediaType: "image/png", at: 5 })
    system.pageActors.stopPage("p1")
    const recording = await makeRecording({
      readJournal: eventLog.readJournal,
      snapshotOf: (id) =>
        system
          .actors()
          .find((actor) => actor.id === id)
          ?.getSnapshot(),
      actors: () => eventLog.records(),
      machines,
      build: "test",
      scene: { locale: "en", theme: "system", isMember: false },
      nowMs: Date.now(),
    })
    leave()
    await close()
    const opened = await reopened(recording)
    expect(opened.verdict.actors.filter(({ isIdentical }) => isIdentical !== true)).toEqual([])
    const used = new Set(opened.actors.map(({ entry }) => entry.id))
    const expected = ["query", "request", "session", "startup", "upload"]
    expect([...used].toSorted()).toEqual(expect.arrayContaining(expected))
    const timeline = timelineOfRecording(opened, machines)
    expect(timeline.answers.stateAt("systemConfig", {}, timeline.end()).data).toMatchObject({ demo: true })
  })
})
