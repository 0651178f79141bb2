import { foldOf } from "@financial-links/journal"
import { Effect, Exit } from "effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { type AnyMachineSnapshot, createMachine, fromCallback } from "xstate"
import { listMachine } from "../../machines/list.ts"
import { uploadMachine } from "../../machines/upload.ts"
import { createAnswerHistory } from "../../src/devtools/answer-history.ts"
import { createEventLog } from "../../src/devtools/event-log.ts"
import { createTimeTravelActors } from "../../src/devtools/time-travel-actors.ts"
import { timelineOf } from "../../src/devtools/timeline.ts"
import { createPageActors } from "../../src/runtime/actors/page-actors.ts"
import type { Answer } from "../support/answering-server.ts"
import { configured, openInspectedApp } from "../support/inspected-app.ts"
import { freshBrowser } from "../support/journal-host.ts"
import { memberOf } from "../support/member.ts"

beforeEach(() => {
  freshBrowser()
  for (const name of ["addEventListener", "removeEventListener"]) vi.stubGlobal(name, () => {})
})
afterEach(() => vi.unstubAllGlobals())

const at = 1
const chosen = { type: "upload.choose", fileKey: "f", sizeBytes: 10, mediaType: "image/png", at } as const
const shrunk = { type: "upload.shrunk", sizeBytes: 10, mediaType: "image/png", at } as const

/** An upload that is on its way, and whether it was aborted. */
const slowUpload = (pageActors: ReturnType<typeof createPageActors>, page: string) => {
  const abort = vi.fn()
  const machine = uploadMachine.provide({
    actors: { shrinkPhoto: fromCallback(() => {}), sendFile: fromCallback(() => abort) },
  })
  const upload = pageActors.create("upload:front", machine, undefined)
  upload.start(page)
  upload.send(chosen)
  upload.send(shrunk)
  return { upload, abort }
}

describe("an actor of a page", () => {
  it("ignores what comes after its end, and is not started twice", () => {
    const pageActors = createPageActors(undefined)
    const { upload } = slowUpload(pageActors, "p1")
    upload.start("p2")
    pageActors.stopPage("p2")
    expect(upload.getSnapshot().status).toBe("active")
    upload.stop()
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {})
    upload.send({ type: "upload.remove", at })
    expect(upload.getSnapshot().matches("uploading")).toBe(true)
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })

  it("runs nothing before its page is visited", () => {
    const load = vi.fn()
    const machine = listMachine.provide({ actors: { loadPage: fromCallback(load) } })
    const list = createPageActors(undefined).create("list:orders", machine, undefined)
    expect(list.getSnapshot().matches({ request: "loading" })).toBe(true)
    expect(load).not.toHaveBeenCalled()
    list.start("p1")
    expect(load).toHaveBeenCalledOnce()
  })
})

describe("the app", () => {
  it("shows, hides and unloads the actor of each page, and stops the actors of one that is left", async () => {
    const log = createEventLog(() => 1)
    const { system, close } = await openInspectedApp(log.inspector)
    const pages = () =>
      log.actors().flatMap(({ id, page, isAlive }) => {
        const value = id.startsWith("page:") && log.snapshotAt(id, log.end(), page)?.value
        return value ? [[id, isAlive ? Object(value).loaded?.view : value]] : []
      })
    const { navigation } = system.boot
    const show = async (url: string) => {
      navigation.send({ type: "navigation.navigateTo", url, key: url, at })
      await expect
        .poll(() => navigation.getSnapshot().context.pages.stack.at(-1))
        .toMatchObject({ url, status: "loaded" })
      const top = navigation.getSnapshot().context.pages.stack.at(-1)
      if (!top) throw new Error("no page is open")
      return top.id
    }
    const below = await show("/pages/agreement/agreement")
    const lower = slowUpload(system.pageActors, below)
    const page = await show("/pages/login/register")
    const { abort } = slowUpload(system.pageActors, page)
    expect(lower.abort).not.toHaveBeenCalled()
    expect(pages()).toEqual([
      ["page:login", "hidden"],
      ["page:agreement", "hidden"],
      ["page:register", "shown"],
    ])
    navigation.send({ type: "navigation.appHidden", at })
    expect(pages().at(-1)).toEqual(["page:register", "hidden"])
    navigation.send({ type: "navigation.appShown", at })
    navigation.send({ type: "navigation.navigateBack", delta: 1, key: "back", at })
    expect(pages()).toEqual([
      ["page:login", "hidden"],
      ["page:agreement", "shown"],
      ["page:register", "unloaded"],
    ])
    expect(abort).toHaveBeenCalledOnce()
    expect(lower.abort).not.toHaveBeenCalled()
    await close()
  })
})

/** Counts the listeners of window and document, by type. */
const countListeners = () => {
  const listeners = new Set<{ readonly type: string; readonly listener: unknown }>()
  const addEventListener = (type: string, listener: unknown, { signal }: AddEventListenerOptions = {}) => {
    const added = { type, listener }
    listeners.add(added)
    signal?.addEventListener("abort", () => listeners.delete(added))
  }
  const removeEventListener = (type: string, listener: unknown) => {
    for (const each of listeners) if (each.type === type && each.listener === listener) listeners.delete(each)
  }
  vi.stubGlobal("addEventListener", addEventListener)
  vi.stubGlobal("removeEventListener", removeEventListener)
  vi.stubGlobal("document", { addEventListener, removeEventListener, visibilityState: "visible" })
  return () => [...listeners].map(({ type }) => type).toSorted()
}

describe("the end of a session", () => {
  it("stops whatever runs for the member: actors, calls, the connection, the election, listeners", async () => {
    const listeners = countListeners()
    vi.stubGlobal("navigator", { locks: navigator.locks, onLine: true })
    const log = createEventLog(() => 1)
    /** Only the configuration is answered: every other call stays under way. */
    const answer: Answer = (response, received) => {
      if (received.url.includes("config")) configured(response, received)
    }
    const { system, close } = await openInspectedApp(
      log.inspector,
      answer,
      () => import("../../src/runtime/actors/member-actors.ts"),
    )
    const { session } = system.boot
    const alive = () =>
      log
        .actors()
        .flatMap(({ id, isAlive }) => (isAlive ? [id] : []))
        .toSorted()
    const running = () => ({ actors: alive(), listeners: listeners() })
    const before = running()
    session.send({ type: "session.beganElsewhere", user: memberOf("ada"), at })
    const member = await system.member.load()
    for (const formId of ["password", "endSessions", "realName", "bankAdd", "cryptoAdd"] as const)
      expect(member[`form.${formId}`].getSnapshot().context.formId).toBe(formId)
    const { stream } = member
    stream.send({ type: "stream.start", at })
    const { queries, call } = await system.apiLayer.load()
    queries.query("walletSummary", {}).subscribe(() => {})
    Effect.runFork(call("banners", {}))
    const expected = ["leader", "query:walletSummary", "request:banners", "stream"]
    await expect.poll(alive).toEqual(expect.arrayContaining(expected))
    expect(listeners().length).toBeGreaterThan(before.listeners.length)
    session.send({ type: "session.endedElsewhere", at })
    await expect.poll(() => session.getSnapshot().matches("anonymous")).toBe(true)
    await expect.poll(running).toEqual(before)
    await close()
  })
})

describe("time travel", () => {
  it("shows the list of a page as it was, with the rows that were known then", async () => {
    const log = createEventLog(() => 1)
    const pageActors = createPageActors(log.inspector)
    const machine = listMachine.provide({ actors: { loadPage: fromCallback(() => {}) } })
    const id = 'list:orders {"status":"pending"}'
    const list = pageActors.create(id, machine, undefined)
    list.start("p1")
    const answer = (...ids: string[]) =>
      JSON.parse(JSON.stringify({ items: ids.map((each) => ({ id: each })), nextCursor: null }))
    list.send({ type: "list.loaded", ids: ["a"], nextCursor: "next", at })
    const first = log.end()
    log.answers.record("orders", {}, { position: first, atMs: at, exit: Exit.succeed(answer("a")) })
    list.send({ type: "list.loadMore", at })
    list.send({ type: "list.loaded", ids: ["b"], nextCursor: null, at })
    log.answers.record(
      "orders",
      { cursor: "next" },
      { position: log.end(), atMs: at, exit: Exit.succeed(answer("b")) },
    )
    const actors = await createTimeTravelActors()
    const timeline = timelineOf(log)
    const snapshotOf =
      (position: number) =>
      (one: string, page?: string): AnyMachineSnapshot | undefined =>
        timeline.snapshotAt(one, position, page)
    const show = async (position: number, page: string) => {
      const runtime = actors.show({
        position,
        atMs: at,
        answers: log.answers,
        snapshotOf: snapshotOf(position),
      })
      const shown = runtime.pageActors.create(id, machine, undefined)
      shown.start(page)
      const { listRows } = await runtime.apiLayer.load()
      const { value, context } = shown.getSnapshot()
      return { value, ids: context.ids, rows: [...listRows("orders").keys()] }
    }
    expect(await show(log.end(), "p1")).toMatchObject({ ids: ["a", "b"], rows: ["a", "b"] })
    expect(await show(first, "p1")).toEqual({
      value: { request: "idle", rows: "known" },
      ids: ["a"],
      rows: ["a"],
    })
    expect(await show(first, "p2")).toMatchObject({ value: { request: "loading", rows: "none" }, ids: [] })
  })

  it("notifies a page of what its list shows at each position, and ignores another machine", async () => {
    const machine = listMachine.provide({ actors: { loadPage: fromCallback(() => {}) } })
    const pure = foldOf(machine, undefined)
    const loaded = pure.step(pure.initial(), { type: "list.loaded", ids: ["a"], nextCursor: null, at })
    const foreign: AnyMachineSnapshot = foldOf(createMachine({ id: "other" }), undefined).initial()
    const actors = await createTimeTravelActors()
    const asked: unknown[] = []
    const show = (snapshot: AnyMachineSnapshot | undefined) => {
      const snapshotOf = (id: string, page?: string) => {
        if (id === "list") asked.push(page)
        return id === "list" ? snapshot : undefined
      }
      return actors.show({ position: 1, atMs: at, answers: createAnswerHistory(), snapshotOf })
    }
    const list = show(loaded).pageActors.create("list", machine, undefined)
    const seen: (readonly string[])[] = []
    const byFunction = list.subscribe(({ context }) => seen.push(context.ids))
    const byObserver = list.subscribe({ next: ({ context }) => seen.push(context.ids) })
    // before it belongs to a page it shows nothing that is recorded
    expect(list.getSnapshot().context.ids).toEqual([])
    expect(asked).toEqual([])
    list.start("p1")
    expect(seen.splice(0)).toEqual([["a"], ["a"]])
    show(undefined)
    expect(seen.splice(0)).toEqual([[], []])
    show(foreign)
    expect(seen).toEqual([])
    expect(() => list.getSnapshot()).toThrow("list shows the snapshot of another machine")
    byFunction.unsubscribe()
    show(loaded)
    expect(seen.splice(0)).toEqual([["a"]])
    byObserver.unsubscribe()
    show(undefined)
    expect(seen).toEqual([])
    expect(new Set(asked)).toEqual(new Set(["p1"]))
  })
})
