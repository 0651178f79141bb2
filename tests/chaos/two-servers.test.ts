// @module-tag exhaustive
import { Schema } from "effect"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import { WebSocket } from "ws"
import { stream } from "../../src/contract/endpoints.ts"
import type { ReceivedEvent } from "../../src/domain/member-event.ts"
import { readDeposits, readOrders, readWallet, readWithdrawals } from "../support/answers.ts"
import { callServer, fieldOf } from "../support/app.ts"
import { openBooks } from "../support/books.ts"
import { postgresql, type Store } from "../support/engines.ts"
import { type RunningServer, startServer } from "../support/server.ts"
import { askWhatBecame, type MoneyCall, newKey, say } from "./calls.ts"
import { type Means, register } from "./member.ts"

/** Nothing settles and nothing is reviewed: a member's figures depend on its own steps only. */
const environment = {
  ...{ DAY_MS: "86400000", TICK_MS: "2000", MARKET_SEED: "two servers", WRITES_PER_MINUTE: "0" },
  ...{ REVIEW_DELAY_MS: "3600000", REGISTRATION_BONUS: "20000.00" },
} as const
const decodeMember = Schema.decodeUnknownOption(Schema.fromJsonString(stream.member))

const callsOf = ({ cardId, proofId, rateId }: Means) => ({
  order: (stake: string): MoneyCall => ({
    operation: "order",
    request: {
      ...({ key: newKey(), product_id: "aapl", direction: "up", leverage: 1, period_days: 1 } as const),
      ...{ stake, quoted_price: "100.0000" },
    },
  }),
  withdrawal: (amount: string): MoneyCall => ({
    operation: "withdrawal",
    request: { key: newKey(), amount, method: "bank", destination_id: cardId },
  }),
  deposit: (amount: string): MoneyCall => ({
    operation: "deposit",
    request: { key: newKey(), network_id: "usdt-trc20", amount, proof_image: proofId, rate_id: rateId },
  }),
})

describe.skipIf(inject("postgresUrl") === null)("two server processes on one PostgreSQL", () => {
  let store: Store
  let servers: readonly RunningServer[] = []
  let members = 0

  beforeAll(async () => {
    store = await postgresql(inject("postgresUrl") ?? "").openStore()
    const first = await startServer({ env: { ...store.env, ...environment } })
    servers = [first, await startServer({ env: { ...store.env, ...environment } })]
  })
  afterAll(async () => {
    for (const server of servers) await server.stop()
    await store.remove()
  })

  const urlOf = (index: 0 | 1): string => servers[index]?.url ?? ""
  const join = (): Promise<Means> => {
    members += 1
    return register(urlOf(0), servers[0]?.demo?.invitationCode ?? "", `walker.${members}`)
  }

  /** The member's events that one connection to a server is sent, resumed after a number. */
  const listen = async (at: 0 | 1, token: string, after: number | null = null) => {
    const url = urlOf(at)
    const ticket = fieldOf(await callServer(url, "streamTicket", {}, { token }), "ticket")
    const resumed = after === null ? "" : `&after=${after}`
    const address = `${url.replace("http", "ws")}/${stream.path}?ticket=${ticket}${resumed}`
    const socket = new WebSocket(address, { origin: url })
    const numbers: number[] = []
    const events: ReceivedEvent[] = []
    socket.on("message", (data) => {
      const message = decodeMember(data.toString())
      if (message._tag === "None") return
      numbers.push(message.value.number)
      events.push(...message.value.events)
    })
    const closed = new Promise((resolve) => socket.once("close", resolve))
    return {
      events,
      /** Waits for a message whose number is at least this, and returns the first number. */
      seeNumber: async (least = 0) => {
        await expect.poll(() => numbers.at(-1) ?? -1, { timeout: 20_000 }).toBeGreaterThanOrEqual(least)
        return numbers[0] ?? 0
      },
      close: () => {
        socket.close()
        return closed
      },
    }
  }

  it("push a change made at one to the member's connection to the other, and the gap to the next one", async () => {
    const means = await join()
    const { withdrawal } = callsOf(means)
    const change = async (at: 0 | 1, amount: string) =>
      expect((await say({ url: urlOf(at), token: means.token }, withdrawal(amount))).kind).toBe("done")
    const shown = (events: readonly ReceivedEvent[]) =>
      events.map((event) => [event.number, event.kind, "amount" in event ? event.amount : null])
    const first = await listen(1, means.token)
    const start = await first.seeNumber()
    await change(0, "1000.00")
    await first.seeNumber(start + 1)
    expect(shown(first.events)).toEqual([[start + 1, "withdrawal", "-1000.00"]])
    await first.close()
    await change(1, "1500.00")
    await change(0, "1700.00")
    const second = await listen(0, means.token, start + 1)
    await second.seeNumber(start + 3)
    await change(1, "1900.00")
    await second.seeNumber(start + 4)
    expect(shown(second.events)).toEqual([
      [start + 2, "withdrawal", "-1500.00"],
      [start + 3, "withdrawal", "-1700.00"],
      [start + 4, "withdrawal", "-1900.00"],
    ])
    await second.close()
  })

  it("give one answer to a key that both get at once, and see each other's changes", async () => {
    const means = await join()
    const { order, withdrawal, deposit } = callsOf(means)
    const lines = ([0, 1] as const).map((at) => ({ url: urlOf(at), token: means.token }))
    const refused = { kind: "refused", reason: "order.insufficient-balance" }
    for (const [call, expected] of [
      [order("7000.00"), { kind: "done" }],
      [withdrawal("6000.00"), { kind: "done" }],
      [order("7000.01"), refused],
      [deposit("2000.00"), { kind: "done" }],
    ] as const) {
      const [word, other] = await Promise.all(lines.map((line) => say(line, call)))
      expect(word).toMatchObject(expected)
      expect(other).toEqual(word)
      for (const line of lines) {
        expect(await say(line, call)).toEqual(word)
        const id = word?.kind === "done" ? word.id : null
        expect(await askWhatBecame(line, call)).toEqual({ state: word?.kind, id })
      }
    }
    for (const { url, token } of lines) {
      expect(await readWallet(url, token)).toMatchObject({
        ...{ available: "7000.00", inContracts: "7000.00", inWithdrawals: "6000.00" },
      })
      for (const read of [readOrders, readWithdrawals, readDeposits])
        expect(await read(url, token)).toHaveLength(1)
    }
    expect((await openBooks(store)).problems).toEqual([])
  })
})
