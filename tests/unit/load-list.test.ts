import { Context, Effect } from "effect"
import { describe, expect, it } from "vitest"
import { NoAnswer } from "../../src/contract/errors.ts"
import type { Order } from "../../src/domain/entities.ts"
import type { ListEvent } from "../../src/events/list.ts"
import { type ListName, loadPage, type Rows, rowsOf } from "../../src/runtime/api/load-list.ts"
import { Api, OfflineCache } from "../../src/runtime/api/services.ts"
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

  it("replace those that were there, and one page more does not", async () => {
    const { load } = serverOf(1_200)
    const rows: Rows<"orders"> = new Map([["old", openedContract]])
    await load(rows, null, 1)
    expect([rows.has("old"), rows.size]).toEqual([false, 500])
    await load(rows, "500")
    expect(rows.size).toBe(1_000)
  })

  it("stay as they were when a later page fails", async () => {
    const { load } = serverOf(1_200, 2)
    const rows: Rows<"orders"> = new Map([["old", openedContract]])
    expect(await load(rows)).toMatchObject({ type: "list.failed" })
    expect([...rows.keys()]).toEqual(["old"])
  })
})

/** The lists, and what names a row of each. */
const LISTS = {
  articles: "id",
  orders: "id",
  income: "id",
  deposits: "id",
  withdrawals: "id",
  alerts: "id",
  notices: "number",
  operatorActs: "id",
  promoteLists: "account",
} as const satisfies Readonly<Record<ListName, string>>

const isList = (name: string): name is ListName => name in LISTS

describe.each(Object.entries(LISTS))("a page of %s", (name, idField) => {
  const rows = [7, 8].map((id) => ({ [idField]: name === "notices" ? id : String(id) }))
  const page = { items: rows, nextCursor: null }

  /** Loads a page from a server that answers or not, with a page in the offline cache. */
  const load = async (isAnswered: boolean, cursor: string | null = null, isShown = false) => {
    if (!isList(name)) throw new Error(`${name} is no list`)
    const said: unknown[] = []
    const services = Context.make(Api, {
      call: (...asked: readonly unknown[]) => {
        said.push(["asked", ...asked])
        return isAnswered
          ? Effect.succeed(JSON.parse(JSON.stringify(page)))
          : Effect.fail(new NoAnswer({ kind: "network", status: null }))
      },
    }).pipe(
      Context.add(OfflineCache, {
        recall: (...wanted: readonly unknown[]) =>
          Effect.sync(() => {
            said.push(["recalled", ...wanted])
            return JSON.parse(JSON.stringify({ data: page, atMs: 5 }))
          }),
        keep: () => Effect.void,
      }),
    )
    const found: ListEvent[] = []
    const known: Rows<typeof name> = isShown ? rowsOf(name, JSON.parse(JSON.stringify([page]))) : new Map()
    const loading = loadPage(name, {}, known)({ cursor, limit: 20 }, (fact) => found.push(fact))
    const last = await Effect.runPromiseWith(services)(loading)
    return { said, found: [...found, last], known, rowsOf: rowsOf(name, JSON.parse(JSON.stringify([page]))) }
  }

  it("is requested by its own call, and its rows are known by what names them", async () => {
    const { said, found, known, rowsOf: byId } = await load(true, "next")
    expect(said).toEqual([["asked", name, { limit: "20", cursor: "next" }, { quiet: false }]])
    expect(found).toMatchObject([{ type: "list.loaded", ids: ["7", "8"] }])
    expect([...known.values()]).toEqual(rows)
    expect([...byId.keys()]).toEqual([...known.keys()])
  })

  it("is requested again without an indicator, and without the offline cache", async () => {
    const { said, found } = await load(false, null, true)
    expect(said).toEqual([["asked", name, { limit: "20" }, { quiet: true }]])
    expect(found).toMatchObject([{ type: "list.failed" }])
  })

  it("is that of the offline cache where the server cannot be reached", async () => {
    const { said, found } = await load(false)
    expect(said).toContainEqual(["recalled", name, { limit: "20" }])
    expect(found).toMatchObject([
      { type: "list.recalled", knownAtMs: 5, failure: { reason: "no-answer.network" } },
      { type: "list.failed" },
    ])
  })
})
