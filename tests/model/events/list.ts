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

const recalledIn = (value: object): readonly ListEvent[] =>
  Reflect.get(value, "loading") === "unknown"
    ? [
        {
          type: "list.recalled",
          ids: ["a"],
          nextCursor: null,
          knownAtMs: at,
          failure: { reason: "no-answer.timeout" },
          at,
        },
      ]
    : []

/** Pages with rows and more to come, the last page, and none at all. */
export const cases = casesFor(listMachine, {
  events: [
    { type: "list.loaded", ids: ["a", "b"], nextCursor: "c", at },
    { type: "list.loaded", ids: ["c"], nextCursor: null, at },
    { type: "list.loaded", ids: [], nextCursor: null, at },
    {
      type: "list.recalled",
      ids: ["a"],
      nextCursor: null,
      knownAtMs: at,
      failure: { reason: "no-answer.timeout" },
      at,
    },
    { type: "list.failed", failure: { reason: "no-answer.network" }, at },
    { type: "list.failed", failure: { reason: "no-answer.malformed" }, at },
    { type: "list.loadMore", at },
    { type: "list.refresh", at },
    { type: "list.retry", at },
  ],
  walk: {
    events: ({ context, value }): readonly ListEvent[] => {
      const failed: ListEvent = { type: "list.failed", failure: { reason: "no-answer.malformed" }, at }
      const shown = context.ids.length
      if (value === "loadingMore") return [lastPage, failed, { type: "list.refresh", at }]
      const isNextPageWanted = context.rowsWanted > shown
      if (value === "refreshing")
        return [...(isNextPageWanted ? [whole] : answersTo(shown)), failed, { type: "list.refresh", at }]
      if (typeof value === "object")
        return [...answersTo(shown), failed, ...recalledIn(value), { type: "list.refresh", at }]
      return [
        { type: "list.loadMore", at },
        { type: "list.retry", at },
        { type: "list.refresh", at },
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
