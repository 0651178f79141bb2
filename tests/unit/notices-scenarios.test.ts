import { describe } from "vitest"
import { isMarking, noticesMachine, selectRead, selectUnread } from "../../machines/notices.ts"
import { NOTICE_TOAST_MS, UNREAD_MAX } from "../../src/domain/limits.ts"
import type { MemberEvent } from "../../src/domain/member-event.ts"
import type { NoticesEvent } from "../../src/events/notices.ts"
import { credited } from "../model/events/notices.ts"
import { sessionStarted } from "../model/events/stream.ts"
import { scenariosOf } from "../support/scenarios.ts"

const at = 1
const refresh: NoticesEvent = { type: "notices.refresh", at }
const received = (...events: readonly MemberEvent[]): NoticesEvent => ({
  type: "notices.received",
  events,
  at,
})
const notices = (count: number) => Array.from({ length: count }, (_, index) => credited(index))
const counted = (unread: number, readVersion: number): NoticesEvent => ({
  type: "notices.counted",
  unread,
  readNumber: 4,
  readSingly: [6],
  readVersion,
  at,
})
const read = (version: number) => ({ number: 4, singly: [6], version })
const failure = { reason: "no-answer.network" }
const failed: NoticesEvent = { type: "notices.failed", failure, at }
const said = (version: number): NoticesEvent => ({ type: "notices.read", version, at })
const markRead = (number: number, single?: boolean): NoticesEvent => ({
  type: "notices.markRead",
  number,
  ...(single !== undefined && { single }),
  at,
})
const counting = (state: string) => `count.${state} arrivals.quiet`
const announced = (...events: readonly MemberEvent[]) => ({ emits: "notices.announced", events })

describe("the member's notices", () => {
  const { begins, scenario } = scenariosOf(noticesMachine, {
    shows: (snapshot) => ({
      unread: selectUnread(snapshot),
      read: selectRead(snapshot),
      isMarking: isMarking(snapshot),
    }),
  })
  const known = (unread: number, version: number) => ({
    context: { unread, read: read(version), failure: null },
    shows: { unread, read: read(version) },
  })

  begins(counting("unknown"), {
    context: { unread: 0, read: null, saidVersion: 0, collected: [], failure: null },
    shows: { unread: 0, read: null, isMarking: false },
  })

  scenario("are counted by the server when a page shows them, and again when one shows them again", [
    [markRead(3), counting("unknown")],
    [received(sessionStarted(1)), counting("unknown")],
    [refresh, counting("asking"), { does: ["start ask"] }],
    [refresh, counting("asking")],
    [failed, counting("unknown"), { context: { failure }, does: ["stop ask"] }],
    [refresh, counting("asking"), { does: ["start ask"] }],
    [counted(2, 5), counting("known"), { ...known(2, 5), does: ["stop ask"] }],
    [refresh, counting("asking"), { does: ["start ask"] }],
    [failed, counting("known"), { context: { failure }, does: ["stop ask"] }],
  ])

  scenario("are counted when the stream begins, and again for what may have changed the count meanwhile", [
    [received(), counting("asking"), { does: ["start ask"] }],
    [received(sessionStarted(1)), counting("asking")],
    [received(), counting("asking"), { does: ["stop ask", "start ask"] }],
    [counted(0, 0), counting("known"), { ...known(0, 0), does: ["stop ask"] }],
    [received(sessionStarted(2)), counting("known")],
    [received(), counting("asking"), { does: ["start ask"] }],
  ])

  scenario(
    "are counted again where more was read than the answer or the count knows",
    [
      [said(5), counting("known"), { context: { saidVersion: 5 } }],
      [said(6), counting("asking"), { context: { saidVersion: 6 }, does: ["start ask"] }],
      [said(3), counting("asking")],
      [counted(1, 5), counting("asking"), { does: ["stop ask", "start ask"] }],
      [counted(1, 6), counting("known"), { ...known(1, 6), does: ["stop ask"] }],
    ],
    [refresh, counted(2, 5)],
  )

  scenario(
    "are marked as read up to a number, and the answer counts them",
    [
      [
        markRead(9),
        counting("marking.current"),
        { shows: { isMarking: true }, does: [["start mark", { number: 9, single: false }]] },
      ],
      [received(sessionStarted(1)), counting("marking.current")],
      [
        counted(0, 6),
        counting("known"),
        {
          context: known(0, 6).context,
          shows: { ...known(0, 6).shows, isMarking: false },
          does: ["stop mark"],
        },
      ],
      [
        markRead(8, true),
        counting("marking.current"),
        { shows: { isMarking: true }, does: [["start mark", { number: 8, single: true }]] },
      ],
      [
        failed,
        counting("known"),
        {
          context: { failure },
          shows: { isMarking: false },
          does: ["stop mark", { emits: "notices.notMarked", failure }],
        },
      ],
    ],
    [refresh, counted(2, 5)],
  )

  scenario(
    "are marked while they are counted, and counted again for what arrives meanwhile",
    [
      [
        markRead(9),
        counting("marking.current"),
        { shows: { isMarking: true }, does: ["stop ask", ["start mark", { number: 9, single: false }]] },
      ],
      [received(), counting("marking.outdated")],
      [
        counted(1, 6),
        counting("asking"),
        {
          context: known(1, 6).context,
          shows: { ...known(1, 6).shows, isMarking: false },
          does: ["stop mark", "start ask"],
        },
      ],
    ],
    [refresh],
  )

  scenario(
    "stay uncounted where a mark failed before the first count, and are counted for the next page",
    [
      [
        failed,
        counting("unknown"),
        {
          context: { failure },
          shows: { isMarking: false },
          does: ["stop mark", { emits: "notices.notMarked", failure }],
        },
      ],
      [refresh, counting("asking"), { does: ["start ask"] }],
    ],
    [refresh, markRead(9)],
  )

  scenario("are announced at once, and what follows shortly is announced together", [
    [
      received(credited(1), sessionStarted(2)),
      "count.asking arrivals.announced",
      { does: [announced(credited(1)), "start ask"] },
    ],
    [
      received(credited(3), sessionStarted(4)),
      "count.asking arrivals.announced",
      { context: { collected: [credited(3)] }, does: ["stop ask", "start ask"] },
    ],
    [received(sessionStarted(5)), "count.asking arrivals.announced"],
    [
      received(credited(6)),
      "count.asking arrivals.announced",
      { context: { collected: [credited(3), credited(6)] }, does: ["stop ask", "start ask"] },
    ],
    [NOTICE_TOAST_MS - 1, "count.asking arrivals.announced"],
    [
      1,
      "count.asking arrivals.announced",
      { context: { collected: [] }, does: [announced(credited(3), credited(6))] },
    ],
    [NOTICE_TOAST_MS, "count.asking arrivals.quiet"],
  ])

  scenario(
    "wait for their turn up to as many as are counted, the newest ones",
    [
      [
        received(credited(UNREAD_MAX)),
        "count.asking arrivals.announced",
        {
          context: { collected: [...notices(UNREAD_MAX).slice(1), credited(UNREAD_MAX)] },
          does: ["stop ask", "start ask"],
        },
      ],
    ],
    [received(credited(0)), received(...notices(UNREAD_MAX))],
  )
})
