import { describe } from "vitest"
import { isStale, listMachine, listPhase } from "../../machines/list.ts"
import { PAGE_SIZE, PAGE_SIZE_MAX } from "../../src/domain/limits.ts"
import type { ListEvent } from "../../src/events/list.ts"
import { scenariosOf } from "../support/scenarios.ts"

/** The phase and the tags of each state. */
const seen = {
  phase: listPhase,
  phases: {
    empty: "empty",
    end: "ready",
    failed: "failed",
    "loading.recalled": "ready busy",
    "loading.unknown": "loading busy",
    loadingMore: "ready busy more",
    moreFailed: "moreFailed more",
    offline: "offline",
    ready: "ready more",
    refreshing: "ready busy",
  },
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
    ...seen,
    shows: (snapshot) => ({ isStale: isStale(snapshot) }),
  })

  begins("loading.unknown", {
    context: { ids: [], cursor: null, failure: null, atMs: null, rowsWanted: 0, pageSize: PAGE_SIZE },
    shows: { isStale: false },
    does: [load(null, PAGE_SIZE)],
  })

  scenario("shows its first page, then the next ones, each row once", [
    [loadMore, "loading.unknown"],
    [refresh, "loading.unknown", { does: ["stop loadPage", load(null)] }],
    [
      loaded(["a", "b", "b"], "c1"),
      "ready",
      { context: known(["a", "b"], "c1", 3), does: ["stop loadPage"] },
    ],
    [retry, "ready"],
    [loadMore, "loadingMore", { context: { rowsWanted: 2 + PAGE_SIZE }, does: [load("c1")] }],
    [loadMore, "loadingMore"],
    [loaded(["b", "c"], null), "end", { context: known(["a", "b", "c"], null, 4), does: ["stop loadPage"] }],
    [loadMore, "end"],
    [refresh, "refreshing", { does: [load(null)] }],
    [loaded([], null), "empty", { context: known([], null), does: ["stop loadPage"] }],
    [refresh, "refreshing", { does: [load(null)] }],
  ])

  for (const [reason, phase] of [
    ["no-answer.network", "offline"],
    ["no-answer.timeout", "failed"],
  ] as const)
    for (const event of [retry, refresh])
      scenario(`is ${phase} without rows, until ${event.type}`, [
        [failedBy(reason), phase, { context: { failure: { reason } }, does: ["stop loadPage"] }],
        [loadMore, phase],
        [event, "loading.unknown", { does: [load(null)] }],
      ])

  const old = {
    context: { ids: ["a"], cursor: "c1", failure: SILENT, atMs: 500, rowsWanted: 2 },
    shows: { isStale: true },
  } as const
  scenario("shows cached rows until the server answers", [
    [recalled, "loading.recalled", old],
    [
      loaded(["b"], null),
      "end",
      { context: known(["b"], null), shows: { isStale: false }, does: ["stop loadPage"] },
    ],
  ])
  scenario("keeps cached rows where the server does not answer, and their next page", [
    [recalled, "loading.recalled", old],
    [
      failedBy("no-answer.network"),
      "ready",
      { context: { failure: { reason: "no-answer.network" } }, does: ["stop loadPage"] },
    ],
  ])
  scenario("keeps cached rows while they are requested again", [
    [recalled, "loading.recalled", old],
    [refresh, "refreshing", { does: ["stop loadPage", load(null)] }],
  ])

  for (const [event, state, more] of [
    [retry, "loadingMore", { does: [load("c1")] }],
    [loadMore, "loadingMore", { does: [load("c1")] }],
    [refresh, "refreshing", { does: [load(null, 21)] }],
  ] as const)
    scenario(
      `keeps its rows where a later page fails, until ${event.type}`,
      [
        [
          failed,
          "moreFailed",
          { context: { failure: SILENT }, shows: { isStale: true }, does: ["stop loadPage"] },
        ],
        [event, state, more],
      ],
      [loaded(["a"], "c1"), loadMore],
    )

  scenario(
    "asks for all its rows and the awaited page in one request when it is refreshed meanwhile",
    [
      [refresh, "refreshing", { does: ["stop loadPage", load(null, 50)] }],
      [refresh, "refreshing", { does: ["stop loadPage", load(null, 50)] }],
      [failed, "ready", { context: { failure: SILENT }, shows: { isStale: true }, does: ["stop loadPage"] }],
    ],
    [loaded(rows(30), "c1"), loadMore],
  )
  scenario(
    "asks for no more rows than the server gives",
    [[refresh, "refreshing", { does: [load(null, PAGE_SIZE_MAX)] }]],
    [loaded(rows(PAGE_SIZE_MAX + 1), "c1")],
  )
})

describe("a list with pages of its own size", () => {
  scenariosOf(listMachine, { ...seen, input: { pageSize: 5 } }).scenario(
    "asks for so many rows",
    [
      [loadMore, "loadingMore", { context: { rowsWanted: 6 }, does: [load("c1", 5)] }],
      [loaded([], "c2"), "ready", { context: { cursor: "c2", rowsWanted: 1 }, does: ["stop loadPage"] }],
      [refresh, "refreshing", { does: [load(null, 5)] }],
    ],
    [loaded(["a"], "c1")],
  )
})
