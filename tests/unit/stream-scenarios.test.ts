import { describe } from "vitest"
import { isRefused, isStreamOff, streamMachine, streamPhase } from "../../machines/stream.ts"
import {
  QUOTE_STALE_MS,
  RECONNECT_BASE_MS,
  RECONNECT_MAX_MS,
  STREAM_HEARTBEAT_MS,
  STREAM_SILENCE_MS,
} from "../../src/domain/limits.ts"
import type { MemberEvent, ReceivedEvent } from "../../src/domain/member-event.ts"
import type { StreamEvent } from "../../src/events/stream.ts"
import { sessionStarted } from "../model/events/stream.ts"
import { scenariosOf } from "../support/scenarios.ts"

const at = 1_000
type Word = "start" | "stop" | "passIssued" | "connected" | "answered" | "wentOffline" | "cameOnline"
const say = (word: Word): StreamEvent => ({ type: `stream.${word}`, at })
const [start, stop, passIssued] = [say("start"), say("stop"), say("passIssued")]
const [connected, answered] = [say("connected"), say("answered")]
const [wentOffline, cameOnline] = [say("wentOffline"), say("cameOnline")]
const framed = (kind: "snapshot" | "frame", frame: number, arrivedAt = at, roll = 1): StreamEvent => ({
  ...{ type: "stream.framed", kind, frame, roll },
  at: arrivedAt,
})
const losing = (reason: string, roll: number): StreamEvent => ({
  ...{ type: "stream.lost", failure: { reason }, roll, at },
})
const lost = (roll: number) => losing("no-answer.network", roll)
const received = (number: number, ...events: readonly ReceivedEvent[]): StreamEvent => ({
  ...{ type: "stream.eventsReceived", number, events, at },
})
const events = (...numbers: readonly number[]) => numbers.map(sessionStarted)
const recalled = (knownAtMs: number): StreamEvent => ({ type: "stream.recalled", knownAtMs, at })
const live = [start, passIssued, connected, framed("snapshot", 10)]
const inOpen = (prices: string) => `on.streaming.open.prices.${prices} heartbeat.beating`
const [awaiting, fresh, old] = [inOpen("awaiting"), inOpen("fresh"), inOpen("stale")]

const streams = (after: number | null = null) => ["start connection", { after }] as const
const RUNNING = ["start watchNetwork", "start rememberPrices"]
const failing = (reason: string, attempt: number, pauseMs: number) => ({
  ...{ failure: { reason }, attempt, pauseMs },
})
const changed = (...of: readonly ReceivedEvent[]) => ({ emits: "member.changed", events: of })
const contracts = { emits: "member.contractsChanged" }

const { begins, scenario } = scenariosOf(streamMachine, {
  shows: (snapshot) => ({
    phase: streamPhase(snapshot),
    isOff: isStreamOff(snapshot),
    isRefused: isRefused(snapshot),
  }),
})
const stale = { phase: "stale" } as const
const HEARTBEAT = { to: "connection", type: "connection.sendHeartbeat" }
/** A heartbeat was sent; so many have no answer. */
const beats = (unanswered: number) => ({ context: { unanswered }, does: [HEARTBEAT] })
const stopped = ["stop connection"]
const off = [...stopped, "stop watchNetwork", "stop rememberPrices"]
/** What came did not fit together. */
const refused = (reason: string, pauseMs = RECONNECT_BASE_MS) => ({
  context: failing(reason, 1, pauseMs),
  shows: { ...stale, isRefused: true },
  does: stopped,
})
/** Another connection is made at once. */
const givenUp = {
  context: { ...failing("stream.silence", 1, 0), lastFrame: null, unanswered: 0 },
  does: [...stopped, streams()],
}

describe("the price stream", () => {
  begins("off", {
    context: {
      lastFrame: null,
      framedAtMs: null,
      attempt: 0,
      pauseMs: 0,
      failure: null,
      number: null,
      unanswered: 0,
    },
    shows: { phase: "connecting", isOff: true, isRefused: false },
  })

  scenario("is connected by a pass and live from its snapshot on, while frames follow one another", [
    [connected, "off"],
    [start, "on.streaming.requestingPass", { shows: { isOff: false }, does: [...RUNNING, streams()] }],
    [connected, "on.streaming.requestingPass"],
    [passIssued, "on.streaming.opening"],
    [framed("snapshot", 9), "on.streaming.opening"],
    [connected, awaiting],
    [framed("snapshot", 10), fresh, { context: { lastFrame: 10, framedAtMs: at }, shows: { phase: "live" } }],
    [QUOTE_STALE_MS - 1, fresh],
    [framed("frame", 11, 2_000), fresh, { context: { lastFrame: 11, framedAtMs: 2_000 } }],
    [QUOTE_STALE_MS - 1, fresh, beats(1)],
    [framed("snapshot", 50, 3_000), fresh, { context: { lastFrame: 50, framedAtMs: 3_000 } }],
    [QUOTE_STALE_MS - 1, fresh],
    [1, old, { shows: stale }],
    [
      framed("frame", 51, 4_000),
      fresh,
      { context: { lastFrame: 51, framedAtMs: 4_000 }, shows: { phase: "live" } },
    ],
    [
      stop,
      "off",
      {
        context: { lastFrame: null, unanswered: 0 },
        shows: { phase: "stale", isOff: true },
        does: off,
      },
    ],
  ])

  scenario(
    "that is stale is live again with a snapshot, and dropped after a longer silence",
    [
      [QUOTE_STALE_MS, old, { shows: stale }],
      [
        framed("snapshot", 3, 2_000),
        fresh,
        { context: { lastFrame: 3, framedAtMs: 2_000 }, shows: { phase: "live" } },
      ],
      [QUOTE_STALE_MS, old, { ...beats(1), shows: stale }],
      [answered, old, { context: { unanswered: 0 } }],
      [STREAM_SILENCE_MS - QUOTE_STALE_MS - 1, old, beats(1)],
      [1, "on.streaming.requestingPass", givenUp],
    ],
    live,
  )

  for (const [frame, after, state] of [
    [12, [], "fresh"],
    [10, [], "fresh"],
    [9, [QUOTE_STALE_MS], "stale"],
  ] as const)
    scenario(
      `that is ${state} is dropped at frame ${frame} after frame 10, and connected again after a pause`,
      [
        [framed("frame", frame, at, 0.5), "on.waiting", refused("stream.gap", RECONNECT_BASE_MS / 2)],
        [RECONNECT_BASE_MS / 2 - 1, "on.waiting"],
        [1, "on.streaming.requestingPass", { context: { lastFrame: null }, does: [streams()] }],
        [passIssued, "on.streaming.opening"],
        [connected, awaiting],
        [
          framed("snapshot", 20),
          fresh,
          { context: { lastFrame: 20, failure: null }, shows: { phase: "live", isRefused: false } },
        ],
        [framed("frame", 21), fresh, { context: { lastFrame: 21, attempt: 0 } }],
      ],
      [...live, ...after],
    )

  scenario(
    "is dropped where a frame comes before the snapshot",
    [
      [
        framed("frame", 3),
        "on.waiting",
        {
          context: failing("stream.gap", 1, RECONNECT_BASE_MS),
          shows: { isRefused: true },
          does: stopped,
        },
      ],
    ],
    [start, passIssued, connected],
  )

  scenario(
    "is given up where its socket does not open",
    [
      [STREAM_SILENCE_MS - 1, "on.streaming.opening"],
      [1, "on.waiting", { context: failing("stream.silence", 1, 0), does: stopped }],
    ],
    [start, passIssued],
  )
  scenario(
    "is given up where its socket sends no snapshot",
    [
      [STREAM_SILENCE_MS - 1, awaiting, beats(1)],
      [1, "on.streaming.requestingPass", givenUp],
    ],
    [start, passIssued, connected],
  )

  scenario(
    "is given up where its socket answers no heartbeat",
    [
      [STREAM_HEARTBEAT_MS - 1, awaiting],
      [1, awaiting, beats(1)],
      [answered, awaiting, { context: { unanswered: 0 } }],
      [
        framed("snapshot", 10),
        fresh,
        { context: { lastFrame: 10, framedAtMs: at }, shows: { phase: "live" } },
      ],
      [STREAM_HEARTBEAT_MS, old, { ...beats(1), shows: stale }],
      [framed("frame", 11), fresh, { context: { lastFrame: 11 }, shows: { phase: "live" } }],
      [STREAM_HEARTBEAT_MS, old, { ...beats(2), shows: stale }],
      [STREAM_HEARTBEAT_MS, "on.streaming.requestingPass", givenUp],
    ],
    [start, passIssued, connected],
  )

  scenario(
    "that is lost is connected again after a random pause, twice as long each time",
    [
      [
        lost(0.5),
        "on.waiting",
        { context: failing("no-answer.network", 1, RECONNECT_BASE_MS / 2), does: stopped },
      ],
      [RECONNECT_BASE_MS / 2, "on.streaming.requestingPass", { does: [streams()] }],
      [
        lost(1),
        "on.waiting",
        { context: failing("no-answer.network", 2, 2 * RECONNECT_BASE_MS), does: stopped },
      ],
      [lost(1), "on.waiting"],
      [cameOnline, "on.streaming.requestingPass", { context: { attempt: 0, pauseMs: 0 }, does: [streams()] }],
    ],
    [start],
  )
  scenario(
    "waits no longer than the longest pause",
    [[lost(1), "on.waiting", { context: failing("no-answer.network", 13, RECONNECT_MAX_MS), does: stopped }]],
    [start, ...Array.from({ length: 12 }, () => [lost(1), RECONNECT_MAX_MS]).flat()],
  )

  scenario(
    "waits while the device has no network",
    [
      [wentOffline, "on.offline", { shows: { phase: "offline" }, does: stopped }],
      [RECONNECT_MAX_MS, "on.offline"],
      [
        cameOnline,
        "on.streaming.requestingPass",
        { context: { lastFrame: null, attempt: 0, pauseMs: 0 }, shows: stale, does: [streams()] },
      ],
      [stop, "off", { shows: { isOff: true }, does: off }],
    ],
    live,
  )

  const lostOnce = [start, lost(1), RECONNECT_BASE_MS]
  const forgotten = { attempt: 0, pauseMs: 0 }
  scenario(
    "forgets its losses once frames follow one another, not at a second snapshot",
    [
      [framed("snapshot", 11), fresh, { context: { lastFrame: 11 } }],
      [framed("frame", 12), fresh, { context: { lastFrame: 12, attempt: 0 } }],
    ],
    [...lostOnce, passIssued, connected, framed("snapshot", 10)],
  )
  scenario(
    "forgets its losses where it is watched no longer",
    [
      [
        stop,
        "off",
        {
          context: forgotten,
          shows: { isOff: true },
          does: off,
        },
      ],
    ],
    lostOnce,
  )
  scenario(
    "forgets its losses where the network was lost",
    [
      [
        cameOnline,
        "on.streaming.requestingPass",
        { context: forgotten, shows: { phase: "connecting" }, does: [streams()] },
      ],
    ],
    [...lostOnce, wentOffline],
  )

  scenario(
    "shows cached prices as old until there are others",
    [
      [recalled(500), "on.streaming.requestingPass", { context: { framedAtMs: 500 }, shows: stale }],
      [recalled(600), "on.streaming.requestingPass"],
    ],
    [start],
  )

  for (const reason of ["stream.foreign-events", "no-answer.malformed"])
    scenario(
      `is known to be refused after ${reason}`,
      [[losing(reason, 1), "on.waiting", refused(reason)]],
      live,
    )
})

describe("the member's events", () => {
  scenario(
    "are announced as they come, each once, and unknown ones apart",
    [
      [received(7), fresh, { context: { number: 7 }, does: [changed(), contracts] }],
      [received(7), fresh],
      [received(8, ...events(8)), fresh, { context: { number: 8 }, does: [changed(...events(8))] }],
      [received(8, ...events(8)), fresh],
      [
        received(10, ...events(9), { number: 10, kind: "loan", atMs: at }),
        fresh,
        {
          context: { number: 10 },
          does: [changed(...events(9)), contracts, { emits: "member.eventUnknown" }],
        },
      ],
      [received(9, ...events(9)), fresh],
      [received(3), fresh, { context: { number: 3 }, does: [changed(), contracts] }],
    ],
    live,
  )

  const ended = (number: number, ending: "settled" | null): MemberEvent => ({
    ...sessionStarted(number),
    ...{ kind: "order", to: ending ?? "opened" },
    contract: {
      ...{ symbol: "AAPL", name: "Apple", direction: "up", stake: "1000.00" },
      ...{ net: null, closingPrice: null, ending },
    },
  })
  scenario(
    "say whether open contracts have changed by more than they hold",
    [
      [
        received(9, ...events(8), ended(9, "settled")),
        fresh,
        { context: { number: 9 }, does: [changed(...events(8), ended(9, "settled"))] },
      ],
      [
        received(11, ended(10, "settled"), ended(11, null)),
        fresh,
        { context: { number: 11 }, does: [changed(ended(10, "settled"), ended(11, null)), contracts] },
      ],
      [
        received(12, { number: 12, kind: "order", contract: { ending: "knocked-out" }, atMs: at }),
        fresh,
        { context: { number: 12 }, does: [changed(), contracts, { emits: "member.eventUnknown" }] },
      ],
    ],
    [...live, received(7)],
  )

  scenario(
    "are those that the app lacks where the connection was lost meanwhile",
    [
      [received(7), "on.waiting"],
      [received(8, ...events(8)), "on.waiting", { context: { number: 8 }, does: [changed(...events(8))] }],
    ],
    [...live, received(7), lost(0.5)],
  )

  for (const [what, event] of [
    ["are missing", received(9, ...events(9))],
    ["are out of order", received(9, ...events(9, 8))],
    ["are fewer than the number says", received(9, ...events(8))],
    ["leave one out", received(9, ...events(8, 10))],
  ] as const)
    scenario(
      `that ${what} drop the connection, which resumes after the last one`,
      [
        [event, "on.waiting", refused("stream.event-gap")],
        [
          RECONNECT_BASE_MS,
          "on.streaming.requestingPass",
          { context: { lastFrame: null }, does: [streams(7)] },
        ],
      ],
      [...live, received(7)],
    )
  scenario(
    "before their number drop the connection",
    [[received(1, ...events(1)), "on.waiting", refused("stream.event-gap")]],
    live,
  )

  scenario(
    "are read and the site is open as often as the server says so",
    [
      [
        { type: "stream.eventsRead", version: 5, at },
        fresh,
        { does: [{ emits: "member.read", version: 5 }] },
      ],
      [{ type: "stream.siteReported", isOpen: true, at }, fresh, { does: [{ emits: "site.opened" }] }],
      [{ type: "stream.siteReported", isOpen: false, at }, fresh, { does: [{ emits: "site.closed" }] }],
    ],
    live,
  )
})
