import { describe } from "vitest"
import { isMarketOff, isRefused, marketMachine, marketPhase } from "../../machines/market.ts"
import {
  QUOTE_STALE_MS,
  RECONNECT_BASE_MS,
  RECONNECT_MAX_MS,
  STREAM_SILENCE_MS,
} from "../../src/domain/limits.ts"
import type { ReceivedEvent } from "../../src/domain/member-event.ts"
import type { MarketEvent } from "../../src/events/market.ts"
import { sessionStarted } from "../model/events/market.ts"
import { scenariosOf } from "../support/scenarios.ts"

const at = 1_000
type Word = "start" | "stop" | "ticketed" | "connected" | "wentOffline" | "cameOnline"
const say = (word: Word): MarketEvent => ({ type: `market.${word}`, at })
const [start, stop, ticketed, connected, wentOffline, cameOnline] = [
  say("start"),
  say("stop"),
  say("ticketed"),
  say("connected"),
  say("wentOffline"),
  say("cameOnline"),
]
const framed = (kind: "snapshot" | "frame", frame: number, arrivedAt = at, roll = 1): MarketEvent => ({
  type: "market.framed",
  kind,
  frame,
  roll,
  at: arrivedAt,
})
const lost = (roll: number): MarketEvent => ({
  type: "market.lost",
  failure: { reason: "no-answer.network" },
  roll,
  at,
})
const received = (number: number, ...events: readonly ReceivedEvent[]): MarketEvent => ({
  type: "market.eventsReceived",
  number,
  events,
  at,
})
const events = (...numbers: readonly number[]) => numbers.map(sessionStarted)
const recalled = (knownAtMs: number): MarketEvent => ({ type: "market.recalled", knownAtMs, at })
const live = [start, ticketed, connected, framed("snapshot", 10)]

const streams = (after: number | null = null) => ["start stream", { after }] as const
const RUNNING = ["start watchNetwork", "start rememberPrices"]
const failing = (reason: string, attempt: number, pauseMs: number) => ({
  failure: { reason },
  attempt,
  pauseMs,
})
const changed = (...of: readonly ReceivedEvent[]) => ({ emits: "member.changed", events: of })
const contracts = { emits: "member.contractsChanged" }

const { begins, scenario } = scenariosOf(marketMachine, {
  shows: (snapshot) => ({
    phase: marketPhase(snapshot),
    isOff: isMarketOff(snapshot),
    isRefused: isRefused(snapshot),
  }),
})
const stale = { phase: "stale" } as const
const stopped = ["stop stream"]

describe("the price stream", () => {
  begins("off", {
    context: { lastFrame: null, framedAtMs: null, attempt: 0, pauseMs: 0, failure: null, number: null },
    shows: { phase: "connecting", isOff: true, isRefused: false },
  })

  scenario("is connected by a ticket and live from its snapshot on, while frames follow one another", [
    [connected, "off"],
    [start, "on.streaming.ticketing", { shows: { isOff: false }, does: [...RUNNING, streams()] }],
    [connected, "on.streaming.ticketing"],
    [ticketed, "on.streaming.connecting"],
    [framed("snapshot", 9), "on.streaming.connecting"],
    [connected, "on.streaming.awaiting"],
    [
      framed("snapshot", 10),
      "on.streaming.fresh",
      { context: { lastFrame: 10, framedAtMs: at }, shows: { phase: "live" } },
    ],
    [QUOTE_STALE_MS - 1, "on.streaming.fresh"],
    [framed("frame", 11, 2_000), "on.streaming.fresh", { context: { lastFrame: 11, framedAtMs: 2_000 } }],
    [QUOTE_STALE_MS - 1, "on.streaming.fresh"],
    [framed("snapshot", 50, 3_000), "on.streaming.fresh", { context: { lastFrame: 50, framedAtMs: 3_000 } }],
    [QUOTE_STALE_MS - 1, "on.streaming.fresh"],
    [1, "on.streaming.stale", { shows: stale }],
    [
      framed("frame", 51, 4_000),
      "on.streaming.fresh",
      { context: { lastFrame: 51, framedAtMs: 4_000 }, shows: { phase: "live" } },
    ],
    [
      stop,
      "off",
      {
        context: { lastFrame: null },
        shows: { phase: "stale", isOff: true },
        does: ["stop stream", "stop watchNetwork", "stop rememberPrices"],
      },
    ],
  ])

  scenario(
    "that is stale is live again with a snapshot, and dropped after a longer silence",
    [
      [QUOTE_STALE_MS, "on.streaming.stale", { shows: stale }],
      [
        framed("snapshot", 3, 2_000),
        "on.streaming.fresh",
        { context: { lastFrame: 3, framedAtMs: 2_000 }, shows: { phase: "live" } },
      ],
      [QUOTE_STALE_MS, "on.streaming.stale", { shows: stale }],
      [STREAM_SILENCE_MS - QUOTE_STALE_MS - 1, "on.streaming.stale"],
      [1, "on.waiting", { context: failing("market.silence", 1, 0), does: stopped }],
      [0, "on.streaming.ticketing", { context: { lastFrame: null }, does: [streams()] }],
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
        [
          framed("frame", frame, at, 0.5),
          "on.waiting",
          {
            context: failing("market.gap", 1, RECONNECT_BASE_MS / 2),
            shows: { ...stale, isRefused: true },
            does: stopped,
          },
        ],
        [RECONNECT_BASE_MS / 2 - 1, "on.waiting"],
        [1, "on.streaming.ticketing", { context: { lastFrame: null }, does: [streams()] }],
        [ticketed, "on.streaming.connecting"],
        [connected, "on.streaming.awaiting"],
        [
          framed("snapshot", 20),
          "on.streaming.fresh",
          { context: { lastFrame: 20, failure: null }, shows: { phase: "live", isRefused: false } },
        ],
        [framed("frame", 21), "on.streaming.fresh", { context: { lastFrame: 21, attempt: 0 } }],
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
          context: failing("market.gap", 1, RECONNECT_BASE_MS),
          shows: { isRefused: true },
          does: stopped,
        },
      ],
    ],
    [start, ticketed, connected],
  )

  for (const [what, before] of [
    ["does not open", [start, ticketed]],
    ["sends no snapshot", [start, ticketed, connected]],
  ] as const)
    scenario(
      `is given up where its socket ${what}`,
      [
        [STREAM_SILENCE_MS - 1, `on.streaming.${before.length === 2 ? "connecting" : "awaiting"}`],
        [1, "on.waiting", { context: failing("market.silence", 1, 0), does: stopped }],
      ],
      before,
    )

  scenario(
    "that is lost is connected again after a random pause, twice as long each time",
    [
      [
        lost(0.5),
        "on.waiting",
        { context: failing("no-answer.network", 1, RECONNECT_BASE_MS / 2), does: stopped },
      ],
      [RECONNECT_BASE_MS / 2, "on.streaming.ticketing", { does: [streams()] }],
      [
        lost(1),
        "on.waiting",
        { context: failing("no-answer.network", 2, 2 * RECONNECT_BASE_MS), does: stopped },
      ],
      [lost(1), "on.waiting"],
      [cameOnline, "on.streaming.ticketing", { context: { attempt: 0, pauseMs: 0 }, does: [streams()] }],
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
        "on.streaming.ticketing",
        { context: { lastFrame: null, attempt: 0, pauseMs: 0 }, shows: stale, does: [streams()] },
      ],
      [
        stop,
        "off",
        { shows: { isOff: true }, does: ["stop stream", "stop watchNetwork", "stop rememberPrices"] },
      ],
    ],
    live,
  )

  const lostOnce = [start, lost(1), RECONNECT_BASE_MS]
  const forgotten = { attempt: 0, pauseMs: 0 }
  scenario(
    "forgets its losses once frames follow one another, not at a second snapshot",
    [
      [framed("snapshot", 11), "on.streaming.fresh", { context: { lastFrame: 11 } }],
      [framed("frame", 12), "on.streaming.fresh", { context: { lastFrame: 12, attempt: 0 } }],
    ],
    [...lostOnce, ticketed, connected, framed("snapshot", 10)],
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
          does: ["stop stream", "stop watchNetwork", "stop rememberPrices"],
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
        "on.streaming.ticketing",
        { context: forgotten, shows: { phase: "connecting" }, does: [streams()] },
      ],
    ],
    [...lostOnce, wentOffline],
  )

  scenario(
    "shows cached prices as old until there are others",
    [
      [recalled(500), "on.streaming.ticketing", { context: { framedAtMs: 500 }, shows: stale }],
      [recalled(600), "on.streaming.ticketing"],
    ],
    [start],
  )

  for (const reason of ["market.foreign-events", "no-answer.malformed"])
    scenario(
      `is known to be refused after ${reason}`,
      [
        [
          { type: "market.lost", failure: { reason }, roll: 1, at },
          "on.waiting",
          {
            context: failing(reason, 1, RECONNECT_BASE_MS),
            shows: { ...stale, isRefused: true },
            does: stopped,
          },
        ],
      ],
      live,
    )
})

describe("the member's events", () => {
  const fresh = "on.streaming.fresh"

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

  for (const [what, event] of [
    ["are missing", received(9, ...events(9))],
    ["are out of order", received(9, ...events(9, 8))],
    ["are fewer than the number says", received(9, ...events(8))],
    ["leave one out", received(9, ...events(8, 10))],
  ] as const)
    scenario(
      `that ${what} drop the connection, which resumes after the last one`,
      [
        [
          event,
          "on.waiting",
          {
            context: failing("market.event-gap", 1, RECONNECT_BASE_MS),
            shows: { ...stale, isRefused: true },
            does: stopped,
          },
        ],
        [RECONNECT_BASE_MS, "on.streaming.ticketing", { context: { lastFrame: null }, does: [streams(7)] }],
      ],
      [...live, received(7)],
    )
  scenario(
    "before their number drop the connection",
    [
      [
        received(1, ...events(1)),
        "on.waiting",
        {
          context: failing("market.event-gap", 1, RECONNECT_BASE_MS),
          shows: { ...stale, isRefused: true },
          does: stopped,
        },
      ],
    ],
    live,
  )

  scenario(
    "are read and the site is open as often as the server says so",
    [
      [
        { type: "market.eventsRead", version: 5, at },
        fresh,
        { does: [{ emits: "member.read", version: 5 }] },
      ],
      [{ type: "market.siteReported", isOpen: true, at }, fresh, { does: [{ emits: "site.opened" }] }],
      [{ type: "market.siteReported", isOpen: false, at }, fresh, { does: [{ emits: "site.closed" }] }],
    ],
    live,
  )
})
