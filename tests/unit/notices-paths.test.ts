import { Effect } from "effect"
import { expect, it, vi } from "vitest"
import { noticesMachine, selectRead, selectUnread } from "../../machines/notices.ts"
import { NoAnswer } from "../../src/contract/errors.ts"
import { NOTICE_TOAST_MS } from "../../src/domain/limits.ts"
import type { MemberEvent } from "../../src/domain/member-event.ts"
import type { NoticesEvent } from "../../src/events/notices.ts"
import { routeMemberEvents } from "../../src/runtime/actors/event-routing.ts"
import { type Inspector, noopInspector } from "../../src/runtime/actors/inspector.ts"
import { noticesWith } from "../../src/runtime/actors/member-actors.ts"
import { createPageActors } from "../../src/runtime/actors/page-actors.ts"
import { cases } from "../model/events/notices.ts"
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
  actor.start("app")
  return {
    actor,
    calls,
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

it("notices are counted by the server, and marked there", async () => {
  const { actor, calls, receive, answer, close } = openNotices(() => {})
  const read = () => selectRead(actor.getSnapshot())
  receive()
  answer(count(2, 0))
  await vi.waitFor(() => expect(selectUnread(actor.getSnapshot())).toBe(2))
  actor.send({ type: "notices.markRead", number: 3, single: true, at })
  answer(Effect.succeed({ unread: 1, readNumber: 0, readSingly: [3], readVersion: 1 }))
  await vi.waitFor(() => expect(read()).toEqual({ number: 0, singly: [3], version: 1 }))
  actor.send({ type: "notices.markRead", number: 3, at })
  expect(calls).toEqual([
    "noticeSummary {}",
    'noticesRead {"number":3,"single":true}',
    'noticesRead {"number":3}',
  ])
  close()
})
