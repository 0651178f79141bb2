import { deepStrictEqual } from "node:assert"
import { Schema } from "effect"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import { WebSocket } from "ws"
import { stream } from "../../src/contract/endpoints.ts"
import type { ReceivedEvent } from "../../src/domain/member-event.ts"
import { amountOf } from "../../src/domain/money.ts"
import { readDeposits, readOrders, readWallet, readWithdrawals } from "../support/answers.ts"
import { callServer, fieldOf } from "../support/app.ts"
import { openBooks } from "../support/books.ts"
import { postgresql, type Store } from "../support/engines.ts"
import { type RunningServer, startServer } from "../support/server.ts"
import { askWhatBecame, type MoneyCall, newKey, say, type Word } from "./calls.ts"
import { type Means, register } from "./member.ts"

/**
 * Nothing settles and nothing is reviewed, so that a member's figures depend on its own steps only.
 */
const environment = {
  DAY_MS: "86400000",
  TICK_MS: "2000",
  MARKET_SEED: "two servers",
  WRITES_PER_MINUTE: "0",
  REVIEW_DELAY_MS: "3600000",
  REGISTRATION_BONUS: "20000.00",
} as const
const BONUS_KOBO = 2_000_000n
const MEMBERS = 5

interface Move {
  readonly kind: "order" | "withdrawal" | "deposit"
  readonly kobo: bigint
  /** Sends the same key to both servers at once. */
  readonly twice: boolean
}
/** Sends an earlier call again, or asks for its outcome. `which` selects it modulo their number. */
interface Return {
  readonly kind: "again" | "ask"
  readonly which: number
}
const decodeMember = Schema.decodeUnknownOption(Schema.fromJsonString(stream.member))

/** One step of a member, sent to the first or the second server. */
type Step = (Move | Return) & { readonly at: 0 | 1 }

const at = fc.constantFrom(0 as const, 1 as const)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom("order" as const, "withdrawal" as const, "deposit" as const),
      kobo: fc.bigInt({ min: 100_000n, max: 700_000n }),
      twice: fc.boolean(),
      at,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom("again" as const, "ask" as const),
      which: fc.nat({ max: 20 }),
      at,
    }),
  },
)

/** The expected books of one member. */
interface Model {
  available: bigint
  inContracts: bigint
  inWithdrawals: bigint
  readonly sent: Array<{ readonly call: MoneyCall; readonly word: Word }>
}

const callOf = ({ kind, kobo }: Move, { cardId, proofId, rateId }: Means): MoneyCall => {
  const [key, amount] = [newKey(), amountOf(kobo)]
  if (kind === "deposit")
    return {
      operation: kind,
      request: { key, network_id: "usdt-trc20", amount, proof_image: proofId, rate_id: rateId },
    }
  if (kind === "withdrawal")
    return { operation: kind, request: { key, amount, method: "bank", destination_id: cardId } }
  const terms = { product_id: "aapl", direction: "up", leverage: 1, period_days: 1 } as const
  return { operation: kind, request: { key, ...terms, stake: amount, quoted_price: "100.0000" } }
}

/** Applies a move to the model. Returns the reason for which the servers must refuse it, if any. */
const moveModel = (model: Model, { kind, kobo }: Move): string | null => {
  if (kind === "deposit") return null
  if (kobo > model.available) return `${kind}.insufficient-balance`
  model.available -= kobo
  if (kind === "order") model.inContracts += kobo
  else model.inWithdrawals += kobo
  return null
}

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

  const move = async (model: Model, means: Means, step: Move & Step): Promise<void> => {
    const call = callOf(step, means)
    const refused = moveModel(model, step)
    const places = step.twice ? ([0, 1] as const) : [step.at]
    const words = await Promise.all(
      places.map((place) => say({ url: urlOf(place), token: means.token }, call)),
    )
    const [word] = words
    if (!word) throw new Error("nothing was sent")
    for (const other of words) deepStrictEqual(other, word)
    if (refused !== null) deepStrictEqual(word, { kind: "refused", reason: refused })
    else deepStrictEqual(word.kind, "done", JSON.stringify(word))
    model.sent.push({ call, word })
  }

  const goBack = async ({ sent }: Model, means: Means, { kind, which, at }: Return & Step): Promise<void> => {
    const earlier = sent[which % Math.max(1, sent.length)]
    if (!earlier) return
    const line = { url: urlOf(at), token: means.token }
    const { call, word } = earlier
    if (kind === "again") return deepStrictEqual(await say(line, call), word)
    const { state, id } = await askWhatBecame(line, call)
    deepStrictEqual({ state, id }, { state: word.kind, id: word.kind === "done" ? word.id : null })
  }

  /** Runs the steps in order. Each server sees what the other has done. */
  const walk = async (steps: readonly Step[]): Promise<void> => {
    const means = await join()
    const model: Model = { available: BONUS_KOBO, inContracts: 0n, inWithdrawals: 0n, sent: [] }
    for (const step of steps) {
      if ("kobo" in step) await move(model, means, step)
      else await goBack(model, means, step)
      const wallet = await readWallet(urlOf(step.at === 0 ? 1 : 0), means.token)
      expect(wallet).toMatchObject({
        available: amountOf(model.available),
        inContracts: amountOf(model.inContracts),
        inWithdrawals: amountOf(model.inWithdrawals),
      })
    }
    await expectLists(model, means)
  }

  const expectLists = async ({ sent }: Model, { token }: Means): Promise<void> => {
    const readers = { order: readOrders, withdrawal: readWithdrawals, deposit: readDeposits }
    for (const [operation, read] of Object.entries(readers)) {
      const done = sent.flatMap(({ call, word }) =>
        call.operation === operation && word.kind === "done" ? [word.id] : [],
      )
      for (const place of [0, 1] as const) {
        const listed = (await read(urlOf(place), token)).map(({ id }) => id)
        expect(listed.toSorted()).toEqual(done.toSorted())
      }
    }
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

  const push =
    "push a change made at one to the member's connection to the other, and the gap to the next one"
  it(push, { tags: ["exhaustive"] }, async () => {
    const means = await join()
    const change = async (at: 0 | 1, kobo: bigint) => {
      const call = callOf({ kind: "withdrawal", kobo, twice: false }, means)
      expect((await say({ url: urlOf(at), token: means.token }, call)).kind).toBe("done")
    }
    const shown = (events: readonly ReceivedEvent[]) =>
      events.map((event) => [event.number, event.kind, "amount" in event ? event.amount : null])
    const first = await listen(1, means.token)
    const start = await first.seeNumber()
    await change(0, 100_000n)
    await first.seeNumber(start + 1)
    expect(shown(first.events)).toEqual([[start + 1, "withdrawal", "-1000.00"]])
    await first.close()
    await change(1, 150_000n)
    await change(0, 170_000n)
    const second = await listen(0, means.token, start + 1)
    await second.seeNumber(start + 3)
    await change(1, 190_000n)
    await second.seeNumber(start + 4)
    expect(shown(second.events)).toEqual([
      [start + 2, "withdrawal", "-1500.00"],
      [start + 3, "withdrawal", "-1700.00"],
      [start + 4, "withdrawal", "-1900.00"],
    ])
    await second.close()
  })

  const match = "match a simple model of every member, whichever server is asked"
  it(match, { tags: ["torture"] }, async () => {
    const walks = fc.array(fc.array(step, { minLength: 6, maxLength: 18 }), {
      minLength: MEMBERS,
      maxLength: MEMBERS,
    })
    await fc.assert(
      fc.asyncProperty(walks, async (all) => void (await Promise.all(all.map(walk)))),
      { numRuns: Number(process.env.WALK_RUNS ?? 4), endOnFailure: true },
    )
    expect((await openBooks(store)).problems).toEqual([])
  })
})
