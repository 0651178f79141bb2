/** The actors without a journal in a recording: bounded, replayed, and compared step by step. */
import { Exit } from "effect"
import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { EventObject } from "xstate"
import { uploadMachine } from "../../machines/upload.ts"
import { RECORDED_ACTOR_LIMIT } from "../../packages/journal/src/recording.ts"
import { type Explored, explore } from "../../packages/paths/src/explore.ts"
import { casesNamed, machineNames } from "../../scripts/charts/machines.ts"
import { createEventLog } from "../../src/devtools/event-log.ts"
import type { ActorRecord } from "../../src/devtools/recorded-answer.ts"
import { shownAnswer } from "../../src/devtools/recorded-answer.ts"
import {
  makeRecording,
  openRecording,
  type RecordedActor,
  type Recording,
  readRecording,
  writeRecording,
} from "../../src/devtools/recordings.ts"
import { timelineOfRecording } from "../../src/devtools/timeline.ts"
import { createAnswerHistory } from "../../src/runtime/answer-history.ts"
import { createTimeTravelActors } from "../../src/runtime/time-travel-actors.ts"
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
import { machineEntryOf, machines, orderEvents, recordedOf, streamOf } from "../support/recordings.ts"

const WITHOUT_JOURNAL = [
  "build",
  "candles",
  "code",
  "connection",
  "feedback",
  "freshness",
  "leader",
  "lifecycle",
  "link",
  "list",
  "market",
  "notices",
  "page",
  "polling",
  "push",
  "query",
  "receipt",
  "removal",
  "request",
  "session",
  "settlement",
  "startup",
  "streams",
  "upload",
  "visit",
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
  it.each(WITHOUT_JOURNAL)(
    "of the machine %s replays to the identical state on every path",
    { timeout: 60_000 },
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

describe("a changed recording names the actor and its first other step", () => {
  const differences = async (change: (actors: readonly RecordedActor[]) => readonly RecordedActor[]) => {
    const recording = await recordingOf(session, walletRequest)
    const text = forgedText({ ...recording, actors: change(actorsOf(recording)) })
    const { verdict } = await openRecording(readRecording(text), machines)
    expect(verdict.isIdentical).toBe(false)
    return verdict.actors.flatMap(({ id, difference }) =>
      difference === null ? [] : [[id, difference.step, difference.type, difference.what]],
    )
  }
  const inSteps =
    (key: string, change: (steps: RecordedActor["steps"]) => RecordedActor["steps"]) =>
    (actors: readonly RecordedActor[]) =>
      actors.map((actor) => (actor.key === key ? { ...actor, steps: change(actor.steps) } : actor))

  it("where an answer of the server is another", async () => {
    const richer = JSON.stringify(walletAnswer).replace("5.00", "6.00")
    const change = inSteps("request:walletSummary#1", ([step]) =>
      step?.answer ? [{ ...step, answer: { ...step.answer, data: JSON.parse(richer) } }] : [],
    )
    expect(await differences(change)).toEqual([["request:walletSummary#1", 1, "request.succeeded", "event"]])
  })

  it("where an answer is missing", async () => {
    const change = inSteps("request:walletSummary#1", (steps) =>
      steps.map(({ event, atMs }) => ({ event, atMs })),
    )
    expect(await differences(change)).toEqual([["request:walletSummary#1", 1, "request.succeeded", "event"]])
  })

  it("where two steps are swapped, one is doubled, dropped or at another time, at any position", () =>
    fc.assert(
      fc.asyncProperty(
        fc.nat(session.received.length - 1),
        fc.constantFrom("double", "drop", "later", "swap"),
        async (at, kind) => {
          const changed = inSteps("session#1", (steps) => {
            const [step, next] = [steps[at], steps[at + 1]]
            if (!step) return steps
            if (kind === "double") return steps.toSpliced(at, 0, step)
            if (kind === "drop") return steps.toSpliced(at, 1)
            if (kind === "later" || !next) return steps.with(at, { ...step, atMs: step.atMs + 1 })
            return steps.with(at, next).with(at + 1, step)
          })
          const [found] = await differences(changed)
          expect(found?.[0]).toBe("session#1")
          // a doubled step is the recorded one at its own place
          expect(found?.[1]).toBe(kind === "double" ? at + 2 : at + 1)
        },
      ),
    ))

  it("also where only the recorded end is another", async () => {
    const found = await differences((actors) => actors.map((actor) => ({ ...actor, state: "0".repeat(64) })))
    expect(found).toEqual([])
  })

  it("where the actor is another one", async () => {
    const found = await differences((actors) =>
      actors.map((actor) => ({ ...actor, page: actor.id === "session" ? "p1" : actor.page })),
    )
    expect(found).toEqual([["session#1", 0, null, "event"]])
  })
})

describe("a recording from which an actor is missing", () => {
  const rosterAfter = async (change: (recording: Recording) => Partial<Recording>) => {
    const second = { ...walletRequest, key: "request:walletSummary#2" }
    const recording = await recordingOf(session, walletRequest, second)
    const text = forgedText({ ...recording, ...change(recording) })
    const { verdict } = await openRecording(readRecording(text), machines)
    return [verdict.isIdentical, verdict.roster]
  }
  const without = (index: number) => (recording: Recording) => ({
    actors: actorsOf(recording).toSpliced(index, 1),
  })

  it("names the first that is missing, added or out of its place", async () => {
    expect(await rosterAfter(() => ({}))).toEqual([true, null])
    expect(await rosterAfter(without(0))).toEqual([false, { key: "session#1", what: "missing" }])
    expect(await rosterAfter(without(2))).toEqual([
      false,
      { key: "request:walletSummary#2", what: "missing" },
    ])
    const added = ({ actors = [] }: Recording) => ({
      actors: [...actors, ...actors.slice(1, 2).map((actor) => ({ ...actor, key: "other" }))],
    })
    expect(await rosterAfter(added)).toMatchObject([false, { key: "other", what: "added" }])
    const swapped = (recording: Recording) => ({ actors: actorsOf(recording).toReversed() })
    expect(await rosterAfter(swapped)).toMatchObject([false, { what: "moved" }])
  })

  it("also where it is taken out of the roster, the last one included", async () => {
    for (const index of [0, 1, 2])
      expect(
        await rosterAfter((recording) => ({
          ...without(index)(recording),
          roster: (recording.roster ?? []).toSpliced(index, 1),
        })),
      ).toMatchObject([false, { what: "moved" }])
  })
})

describe("an untrusted file", () => {
  const reasonOf = async (change: Partial<RecordedActor>, step?: object): Promise<string> => {
    const recording = await recordingOf(walletRequest)
    const actors = actorsOf(recording).map((actor) => ({
      ...actor,
      steps: step ? actor.steps.map((one) => ({ ...one, ...step })) : actor.steps,
      ...change,
    }))
    return openRecording(readRecording(forgedText({ ...recording, actors })), machines).then(
      () => "opened",
      (cause: unknown) => (cause instanceof Error ? cause.message.replace(/:.*/, "") : String(cause)),
    )
  }

  it("is refused with the reason", async () => {
    expect(await reasonOf({})).toBe("opened")
    expect(await reasonOf({ machine: "order" })).toBe("unknown-stream")
    expect(await reasonOf({ base: { status: "active", value: "nowhere", context: {} } })).toBe("bad-base")
    expect(await reasonOf({}, { event: { type: "request.steal" } })).toBe("unknown-event")
    expect(await reasonOf({}, { event: { type: "xstate.after.steal" } })).toBe("unknown-event")
    const asked = { endpoint: "walletSummary", request: {} }
    expect(await reasonOf({}, { answer: { ...asked, data: { available: 5 } } })).toBe("unknown-answer")
    expect(await reasonOf({}, { answer: { ...asked, error: { _tag: "Stolen" } } })).toBe("unknown-answer")
    expect(await reasonOf({}, { answer: { ...asked, endpoint: "constructor" } })).toBe("unknown-answer")
  })

  it("of an earlier release, without actors, opens as before", async () => {
    const { actors: _, roster: _roster, ...earlier } = await recordedOf(streamOf("order", orderEvents))
    const { verdict, steps } = await openRecording(readRecording(writeRecording(earlier)), machines)
    expect([verdict.isIdentical, verdict.actors, steps.length]).toEqual([true, [], orderEvents.length])
  })
})

describe("a recording is bounded", () => {
  it("by actors and steps, of which the oldest are left out", async () => {
    const many = Array.from({ length: RECORDED_ACTOR_LIMIT + 5 }, (_, index) => ({
      ...walletRequest,
      key: `request:walletSummary#${index}`,
    }))
    const kept = actorsOf(await recordingOf(...many))
    expect(kept.map(({ key }) => key)).toEqual(many.slice(5).map(({ key }) => key))
    const learn = { type: "startup.learn" }
    const long = recordOf({ id: "startup", events: Array.from({ length: 19_999 }, () => learn) })
    expect(actorsOf(await recordingOf(session, long)).map(({ id }) => id)).toEqual(["startup"])
  })

  it("by answers, of which the oldest are left out while their steps stay", async () => {
    const article = { id: "a1", kind: "help", title: "t", language: "en", atMs: 1 } as const
    const text = "w".repeat(3 * 1024 * 1024)
    const exit = Exit.succeed({ ...article, contentHtml: text })
    const records = [1, 2, 3].map((number) => ({
      ...recordOf({
        id: "request:article",
        machine: "request",
        events: [{ type: "request.succeeded" }],
        answers: new Map([[1, shownAnswer("article", { id: "a1" }, { position: 1, atMs: 1, exit })]]),
      }),
      key: `request:article#${number}`,
    }))
    const recording = await recordingOf(...records)
    const kept = actorsOf(recording).map(({ steps }) => steps.map(({ answer }) => answer && "data" in answer))
    expect(kept).toEqual([[false], [true], [true]])
    expect((await reopened(recording)).verdict.isIdentical).toBe(true)
  })
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
