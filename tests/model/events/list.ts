import { casesFor } from "@financial-links/paths"
import { listMachine } from "../../../machines/list.ts"
import type { ListEvent } from "../../../src/events/list.ts"
import { undriven } from "../undriven.ts"

const at = 1

const loaded = (ids: readonly string[], nextCursor: string | null): ListEvent => ({
  type: "list.loaded",
  ids,
  nextCursor,
  at,
})
const none = loaded([], null)
const short = loaded(["a"], null)
const firstPage = loaded(["a", "b"], "next")
const lastPage = loaded(["c"], null)
const whole = loaded(["a", "b", "c"], null)

/** Possible answers by the number of rows shown: the server never has fewer. */
const answersTo = (shown: number): readonly ListEvent[] => {
  if (shown === 0) return [none, short, firstPage]
  if (shown === 1) return [short, firstPage]
  return [shown === 2 ? firstPage : whole]
}

const recalled: ListEvent = {
  type: "list.recalled",
  ids: ["a"],
  nextCursor: null,
  knownAtMs: at,
  failure: { reason: "no-answer.timeout" },
  at,
}

/** Pages with rows and more to come, the last page, and none at all. */
export const cases = casesFor(listMachine, {
  events: [
    { type: "list.loaded", ids: ["a", "b"], nextCursor: "c", at },
    { type: "list.loaded", ids: ["c"], nextCursor: null, at },
    { type: "list.loaded", ids: [], nextCursor: null, at },
    recalled,
    { type: "list.failed", failure: { reason: "no-answer.network" }, at },
    { type: "list.failed", failure: { reason: "no-answer.malformed" }, at },
    { type: "list.loadMore", at },
    { type: "list.refresh", at },
    { type: "list.retry", at },
  ],
  walk: {
    events: ({ context, value: { request, rows } }): readonly ListEvent[] => {
      const failed: ListEvent = { type: "list.failed", failure: { reason: "no-answer.malformed" }, at }
      const refresh: ListEvent = { type: "list.refresh", at }
      const shown = context.ids.length
      if (request === "loadingMore") return [lastPage, failed, refresh]
      const isNextPageWanted = context.rowsWanted > shown
      if (request === "loading")
        return [
          ...(isNextPageWanted ? [whole] : answersTo(shown)),
          failed,
          ...(rows === "none" ? [recalled] : []),
          refresh,
        ]
      // a list with rows offers another try of the next page alone
      const isRetried = rows !== "known"
      return [
        { type: "list.loadMore", at },
        ...(isRetried ? [{ type: "list.retry", at } as const] : []),
        refresh,
      ]
    },
    tells: ({ context }) => [
      context.ids.length,
      context.failure !== null,
      context.rowsWanted > context.ids.length,
    ],
    unreachable: undriven.list,
  },
})
