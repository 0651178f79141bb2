import { Schema } from "effect"
import { type AnswerOf, type EndpointId, endpoints, type RequestOf } from "../../src/api/endpoints.ts"
import type { OrderDetail, Tick } from "../../src/domain/entities.ts"
import { callServer } from "../support/app.ts"

const PAGE = 100

/** Asks and decodes; throws where the answer is not the success that the contract describes. */
const read = async <E extends EndpointId>(
  url: string,
  token: string,
  id: E,
  request: RequestOf<E>,
): Promise<AnswerOf<E>> => {
  const { said, body } = await callServer(url, id, request, { token })
  if (said.kind !== "success") throw new Error(`${id} was refused: ${JSON.stringify(body)}`)
  const declared: (typeof endpoints)[E] = endpoints[id]
  return Schema.decodeUnknownSync(declared.answer)(said.data)
}

export const readWallet = (url: string, token: string) => read(url, token, "walletSummary", {})

/** All contracts of a member, newest first. */
export const readOrderIds = async (url: string, token: string): Promise<readonly string[]> => {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page: AnswerOf<"orders"> = await read(url, token, "orders", {
      limit: String(PAGE),
      ...(cursor === null ? {} : { cursor }),
    })
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.next_cursor
  } while (cursor !== null)
  return ids
}

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
