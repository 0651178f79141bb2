import { Effect } from "effect"
import { describe, expect, it, vi } from "vitest"
import { noticesMachine, selectRead, selectUnread } from "../../machines/notices.ts"
import { NoAnswer } from "../../src/contract/errors.ts"
import { NOTICE_TOAST_MS } from "../../src/domain/limits.ts"
import type { MemberEvent } from "../../src/domain/member-event.ts"
import type { NoticesAnnounced, NoticesEvent } from "../../src/events/notices.ts"
import { routeMemberEvents } from "../../src/runtime/actors/event-routing.ts"
import { type Inspector, noopInspector } from "../../src/runtime/actors/inspector.ts"
import { noticesWith } from "../../src/runtime/actors/member-actors.ts"
import { createPageActors } from "../../src/runtime/actors/page-actors.ts"
import { cases, credited } from "../model/events/notices.ts"
import { sessionStarted } from "../model/events/stream.ts"
import { type OpenDriver, runInProcess } from "../model/harness/run-in-process.ts"
import { holdCalls } from "../support/held-calls.ts"

const at = 1

/** The actor with a server that answers when the test says so, and what the stream emits. */
const openNotices = (onActor: Inspector["onActor"]) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const { services, calls, answer } = holdCalls()
  const actor = createPageActors({ ...noopInspector, onActor }).create(
    "notices",
    noticesWith(services),
    undefined,
  )
  let emit = (_emitted: { readonly type: string }) => {}
  const source = {
    onEmit: (listener: typeof emit) => {
      emit = listener
    },
  }
  routeMemberEvents(source, {
    positions: { applyEvents: () => {} },
    lookForBuild: () => {},
    notices: actor,
    now: () => at,
  })
  const announced: (readonly MemberEvent[])[] = []
  actor.onEmit((emitted) => {
    if (emitted.type === "notices.announced") announced.push((emitted satisfies NoticesAnnounced).events)
  })
  actor.start("app")
  return {
    actor,
    calls,
    announced,
    answer,
    receive: (...events: readonly MemberEvent[]) =>
      emit(Object.assign({ type: "member.changed" }, { events })),
    read: (version: number) => emit(Object.assign({ type: "member.read" }, { version })),
    close: () => {
      actor.stop()
      vi.useRealTimers()
    },
  }
}

const isNoticesEvent = (event: { readonly type: string }): event is NoticesEvent =>
  event.type.startsWith("notices.")

const count = (unread: number, readNumber: number, readVersion = readNumber) =>
  Effect.succeed({ unread, readNumber, readSingly: [], readVersion })

const open: OpenDriver = (onActor) => {
  const { actor, answer, receive, read, close } = openNotices(onActor)
  const trigger = async (event: NoticesEvent): Promise<void> => {
    switch (event.type) {
      case "notices.received":
        return receive(...event.events)
      case "notices.read":
        return read(event.version)
      case "notices.counted":
        return answer(count(event.unread, event.readNumber, event.readVersion))
      case "notices.failed":
        return answer(Effect.fail(new NoAnswer({ kind: "network", status: null })))
      default:
        return actor.send({ ...event, at })
    }
  }
  return {
    trigger: async (event) => {
      if (isNoticesEvent(event)) return await trigger(event)
      await vi.advanceTimersByTimeAsync(NOTICE_TOAST_MS)
    },
    close,
  }
}

runInProcess(noticesMachine, cases, open)

describe("the member's notices", () => {
  it("are announced at once, and what arrives shortly after together", async () => {
    const { announced, receive, close } = openNotices(() => {})
    receive(credited(1), sessionStarted(2))
    expect(announced).toEqual([[credited(1)]])
    receive(credited(3))
    receive(sessionStarted(4))
    receive(credited(5))
    expect(announced).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(NOTICE_TOAST_MS)
    expect(announced).toEqual([[credited(1)], [credited(3), credited(5)]])
    await vi.advanceTimersByTimeAsync(NOTICE_TOAST_MS)
    receive(credited(6))
    expect(announced.slice(2)).toEqual([[credited(6)]])
    close()
  })

  it("are counted by the server: at the start, after each notice, and when they are read elsewhere", async () => {
    const { actor, calls, receive, read, answer, close } = openNotices(() => {})
    const unread = () => selectUnread(actor.getSnapshot())
    expect(calls).toEqual([])
    receive()
    answer(count(2, 4))
    await vi.waitFor(() => expect(unread()).toBe(2))
    receive(sessionStarted(8))
    read(4)
    expect(calls).toHaveLength(1)
    receive(credited(9))
    answer(count(3, 4))
    await vi.waitFor(() => expect(unread()).toBe(3))
    read(9)
    answer(count(0, 9))
    await vi.waitFor(() => expect(unread()).toBe(0))
    expect(selectRead(actor.getSnapshot())?.number).toBe(9)
    expect(calls).toEqual(["noticeSummary {}", "noticeSummary {}", "noticeSummary {}"])
    close()
  })

  it("are requested again if the answer is behind what the stream says", async () => {
    const { actor, calls, receive, read, answer, close } = openNotices(() => {})
    receive()
    read(7)
    answer(count(2, 4))
    await vi.waitFor(() => expect(calls).toHaveLength(2))
    expect(selectRead(actor.getSnapshot())).toBeNull()
    answer(count(0, 7))
    await vi.waitFor(() => expect(selectRead(actor.getSnapshot())?.number).toBe(7))
    close()
  })

  it("are marked one by one", async () => {
    const { actor, calls, receive, answer, close } = openNotices(() => {})
    receive()
    answer(count(2, 0))
    await vi.waitFor(() => expect(selectUnread(actor.getSnapshot())).toBe(2))
    actor.send({ type: "notices.markRead", number: 3, single: true, at })
    expect(calls.at(-1)).toBe('noticesRead {"number":3,"single":true}')
    answer(Effect.succeed({ unread: 1, readNumber: 0, readSingly: [3], readVersion: 1 }))
    await vi.waitFor(() => expect(selectUnread(actor.getSnapshot())).toBe(1))
    expect(selectRead(actor.getSnapshot())).toEqual({ number: 0, singly: [3], version: 1 })
    close()
  })

  it("are marked as read also while they are being counted", async () => {
    const { actor, calls, receive, answer, close } = openNotices(() => {})
    receive()
    actor.send({ type: "notices.markRead", number: 3, at })
    expect(calls).toEqual(["noticeSummary {}", 'noticesRead {"number":3}'])
    answer(count(0, 3))
    await vi.waitFor(() => expect(selectRead(actor.getSnapshot())?.number).toBe(3))
    close()
  })

  it("are marked up to the number that was seen, and counted again for what came meanwhile", async () => {
    const { actor, calls, receive, answer, close } = openNotices(() => {})
    receive()
    answer(count(1, 0))
    await vi.waitFor(() => expect(selectUnread(actor.getSnapshot())).toBe(1))
    actor.send({ type: "notices.markRead", number: 3, at })
    receive(credited(4))
    answer(count(0, 3))
    await vi.waitFor(() => expect(calls.slice(1)).toEqual(['noticesRead {"number":3}', "noticeSummary {}"]))
    answer(count(1, 3))
    await vi.waitFor(() => expect(selectUnread(actor.getSnapshot())).toBe(1))
    close()
  })
})
