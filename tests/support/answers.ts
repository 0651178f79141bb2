import { Schema } from "effect"
import { type AnswerOf, type EndpointId, endpoints } from "../../src/contract/endpoints.ts"
import type { OrderDetail, Page, Tick } from "../../src/domain/entities.ts"
import { callServer, type WireRequestOf } from "./app.ts"

const PAGE = 100

/** Calls an endpoint and decodes its answer. Throws on a refusal. */
const read = async <E extends EndpointId>(
  url: string,
  token: string,
  id: E,
  request: WireRequestOf<E>,
): Promise<AnswerOf<E>> => {
  const { said, body } = await callServer(url, id, request, { token })
  if (said.kind !== "success") throw new Error(`${id} was refused: ${JSON.stringify(body)}`)
  const declared: (typeof endpoints)[E] = endpoints[id]
  return Schema.decodeUnknownSync(declared.answer)(said.data)
}

export const readWallet = (url: string, token: string) => read(url, token, "walletSummary", {})

/** The last price of a symbol; undefined while there is none. */
export const readPrice = async (url: string, token: string, symbol: string): Promise<string | undefined> => {
  const { quotes } = await read(url, token, "quotes", {})
  return quotes.find((quote) => quote.symbol === symbol)?.price
}

/** Every entry of a list, page by page. */
const readAll = async <Item>(
  readPage: (paging: { limit: string; cursor?: string }) => Promise<Page<Item>>,
): Promise<readonly Item[]> => {
  const items: Item[] = []
  let cursor: string | null = null
  do {
    const page: Page<Item> = await readPage({ limit: String(PAGE), ...(cursor === null ? {} : { cursor }) })
    items.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return items
}

/** All contracts of a member, newest first. */
export const readOrders = (url: string, token: string) =>
  readAll((paging) => read(url, token, "orders", paging))

/** All account changes of a member, newest first. */
export const readChanges = (url: string, token: string) =>
  readAll((paging) => read(url, token, "income", paging))

export const readDeposits = (url: string, token: string) =>
  readAll((paging) => read(url, token, "deposits", paging))

export const readWithdrawals = (url: string, token: string) =>
  readAll((paging) => read(url, token, "withdrawals", paging))

export const readDetail = (url: string, token: string, id: string): Promise<OrderDetail> =>
  read(url, token, "order", { id })

/** The whole tick journal of a symbol, from its first link. */
export const readTicks = async (url: string, token: string, symbol: string): Promise<readonly Tick[]> => {
  const ticks: Tick[] = []
  for (;;) {
    const from = String((ticks.at(-1)?.seq ?? 0) + 1)
    const page: readonly Tick[] = await read(url, token, "ticks", {
      symbol,
      from_seq: from,
      limit: String(PAGE),
    })
    ticks.push(...page)
    if (page.length < PAGE) return ticks
  }
}
