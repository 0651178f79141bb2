import { describe } from "vitest"
import { isStale, listMachine, listPhase } from "../../machines/list.ts"
import { PAGE_SIZE, PAGE_SIZE_MAX } from "../../src/domain/limits.ts"
import type { ListEvent } from "../../src/events/list.ts"
import { scenariosOf } from "../support/scenarios.ts"

const idle = (rows: string) => `request.idle rows.${rows}`
const loading = (rows: string) => `request.loading rows.${rows}`
const LOADING_MORE = "request.loadingMore rows.known"
/** What a list with rows shows in each state, and its tags. */
const phases = {
  [loading("none")]: "loading busy",
  [idle("failed")]: "failed",
  [idle("offline")]: "offline",
  [loading("known")]: "ready busy",
  [idle("known")]: "ready",
  [LOADING_MORE]: "ready busy",
  [idle("moreFailed")]: "ready incomplete",
}

const at = 1_000
const say = (word: "loadMore" | "refresh" | "retry"): ListEvent => ({ type: `list.${word}`, at })
const [loadMore, refresh, retry] = [say("loadMore"), say("refresh"), say("retry")]
const loaded = (ids: readonly string[], nextCursor: string | null): ListEvent => ({
  type: "list.loaded",
  ids,
  nextCursor,
  at,
})
const failedBy = (reason: string): ListEvent => ({ type: "list.failed", failure: { reason }, at })
const SILENT = { reason: "no-answer.timeout" }
const failed = failedBy(SILENT.reason)
const recalled: ListEvent = {
  type: "list.recalled",
  ids: ["a", "a"],
  nextCursor: "c1",
  knownAtMs: 500,
  failure: SILENT,
  at,
}
const load = (cursor: string | null, limit = 20) => ["start loadPage", { cursor, limit }] as const
const rows = (count: number) => Array.from({ length: count }, (_, index) => `r${index}`)
const known = (ids: readonly string[], cursor: string | null, rowsWanted = ids.length) => ({
  ids,
  cursor,
  failure: null,
  atMs: at,
  rowsWanted,
})

describe("a list", () => {
  const { begins, scenario } = scenariosOf(listMachine, {
    phase: (snapshot) => (listPhase(snapshot) === "empty" ? "ready" : listPhase(snapshot)),
    phases,
    shows: (snapshot) => ({ isEmpty: listPhase(snapshot) === "empty", isStale: isStale(snapshot) }),
  })

  begins(loading("none"), {
    context: { ids: [], cursor: null, failure: null, atMs: null, rowsWanted: 0, pageSize: PAGE_SIZE },
    shows: { isEmpty: false, isStale: false },
    does: [load(null, PAGE_SIZE)],
  })

  scenario("shows its first page, then the next ones, each row once", [
    [loadMore, loading("none")],
    [refresh, loading("none"), { does: ["stop loadPage", load(null)] }],
    [
      loaded(["a", "b", "b"], "c1"),
      idle("known"),
      { context: known(["a", "b"], "c1", 3), does: ["stop loadPage"] },
    ],
    [loadMore, LOADING_MORE, { context: { rowsWanted: 2 + PAGE_SIZE }, does: [load("c1")] }],
    [loadMore, LOADING_MORE],
    [
      loaded(["b", "c"], null),
      idle("known"),
      { context: known(["a", "b", "c"], null, 4), does: ["stop loadPage"] },
    ],
    [loadMore, idle("known")],
    [refresh, loading("known"), { does: [load(null)] }],
    [
      loaded([], null),
      idle("known"),
      { context: known([], null), shows: { isEmpty: true }, does: ["stop loadPage"] },
    ],
    [retry, loading("known"), { does: [load(null)] }],
  ])

  for (const [reason, phase] of [
    ["no-answer.network", "offline"],
    ["no-answer.timeout", "failed"],
  ] as const)
    for (const event of [retry, refresh])
      scenario(`is ${phase} without rows, until ${event.type}`, [
        [failedBy(reason), idle(phase), { context: { failure: { reason } }, does: ["stop loadPage"] }],
        [loadMore, idle(phase)],
        [event, loading("none"), { does: [load(null)] }],
      ])

  const old = {
    context: { ids: ["a"], cursor: "c1", failure: SILENT, atMs: 500, rowsWanted: 2 },
    shows: { isStale: true },
  } as const
  scenario("shows cached rows until the server answers", [
    [recalled, loading("known"), old],
    [
      loaded(["b"], null),
      idle("known"),
      { context: known(["b"], null), shows: { isStale: false }, does: ["stop loadPage"] },
    ],
  ])
  scenario("keeps cached rows where the server does not answer, and their next page", [
    [recalled, loading("known"), old],
    [
      failedBy("no-answer.network"),
      idle("known"),
      { context: { failure: { reason: "no-answer.network" } }, does: ["stop loadPage"] },
    ],
  ])
  scenario("keeps cached rows while they are requested again", [
    [recalled, loading("known"), old],
    [refresh, loading("known"), { does: ["stop loadPage", load(null)] }],
  ])

  for (const [event, state, more] of [
    [retry, LOADING_MORE, { does: [load("c1")] }],
    [loadMore, LOADING_MORE, { does: [load("c1")] }],
    [refresh, loading("known"), { does: [load(null, 21)] }],
  ] as const)
    scenario(
      `keeps its rows where a later page fails, until ${event.type}`,
      [
        [
          failed,
          idle("moreFailed"),
          { context: { failure: SILENT }, shows: { isStale: true }, does: ["stop loadPage"] },
        ],
        [event, state, more],
      ],
      [loaded(["a"], "c1"), loadMore],
    )

  scenario(
    "asks for all its rows and the awaited page in one request when it is refreshed meanwhile",
    [
      [refresh, loading("known"), { does: ["stop loadPage", load(null, 50)] }],
      [refresh, loading("known"), { does: ["stop loadPage", load(null, 50)] }],
      [
        failed,
        idle("known"),
        { context: { failure: SILENT }, shows: { isStale: true }, does: ["stop loadPage"] },
      ],
    ],
    [loaded(rows(30), "c1"), loadMore],
  )
  scenario(
    "asks for no more rows than the server gives",
    [[refresh, loading("known"), { does: [load(null, PAGE_SIZE_MAX)] }]],
    [loaded(rows(PAGE_SIZE_MAX + 1), "c1")],
  )
})

describe("a list with pages of its own size", () => {
  scenariosOf(listMachine, { input: { pageSize: 5 } }).scenario(
    "asks for so many rows",
    [
      [loadMore, LOADING_MORE, { context: { rowsWanted: 6 }, does: [load("c1", 5)] }],
      [
        loaded([], "c2"),
        idle("known"),
        { context: { cursor: "c2", rowsWanted: 1 }, does: ["stop loadPage"] },
      ],
      [refresh, loading("known"), { does: [load(null, 5)] }],
    ],
    [loaded(["a"], "c1")],
  )
})
