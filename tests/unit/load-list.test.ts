import { Context, Effect } from "effect"
import { describe, expect, it } from "vitest"
import { NoAnswer } from "../../src/contract/errors.ts"
import type { Order } from "../../src/domain/entities.ts"
import type { ListEvent } from "../../src/events/list.ts"
import { loadPage, type Rows } from "../../src/runtime/effects/load-list.ts"
import { Api, OfflineCache } from "../../src/runtime/effects/services.ts"
import { openedContract } from "../support/contracts.ts"

const LIMIT = 500

/** A server of `count` open contracts, newest first, whose pages may fail. */
const serverOf = (count: number, failsAt = Number.POSITIVE_INFINITY) => {
  const asked: number[] = []
  const orders = Array.from({ length: count }, (_, i): Order => ({ ...openedContract, id: `o${i}` }))
  const page = (request: { readonly cursor?: string }): unknown => {
    const start = Number(request.cursor ?? 0)
    asked.push(start)
    const end = start + LIMIT
    return { items: orders.slice(start, end), nextCursor: end < count ? String(end) : null }
  }
  const call = (_name: string, request: object) =>
    asked.length >= failsAt
      ? Effect.fail(new NoAnswer({ kind: "network", status: null }))
      : Effect.succeed(JSON.parse(JSON.stringify(page(request))))
  const services = Context.make(Api, { call }).pipe(
    Context.add(OfflineCache, { recall: () => Effect.succeed(undefined), keep: () => Effect.void }),
  )
  const load = (rows: Rows<"orders">, cursor: string | null = null, pages = 20): Promise<ListEvent> =>
    Effect.runPromiseWith(services)(
      loadPage("orders", { status: "pending" }, rows, pages)({ cursor, limit: LIMIT }, () => {}),
    )
  return { asked, orders, load }
}

describe("all rows of a list", () => {
  it("are one answer of every page, in the order of the server", async () => {
    const { asked, orders, load } = serverOf(1_200)
    const rows: Rows<"orders"> = new Map()
    const ids = orders.map(({ id }) => id)
    expect(await load(rows)).toMatchObject({ type: "list.loaded", ids, nextCursor: null })
    expect(asked).toEqual([0, 500, 1_000])
    expect([...rows.keys()]).toEqual(ids)
  })

  it("are bounded by a number of pages, and the answer says that more follow", async () => {
    const { asked, load } = serverOf(1_200)
    expect(await load(new Map(), null, 2)).toMatchObject({ type: "list.loaded", nextCursor: "1000" })
    expect(asked).toEqual([0, 500])
    expect(await load(new Map(), "500", 2)).toMatchObject({ nextCursor: "1000" })
    expect(asked).toEqual([0, 500, 500])
  })

  it("stay as they were when a later page fails", async () => {
    const { load } = serverOf(1_200, 2)
    const rows: Rows<"orders"> = new Map([["old", openedContract]])
    expect(await load(rows)).toMatchObject({ type: "list.failed" })
    expect([...rows.keys()]).toEqual(["old"])
  })
})
