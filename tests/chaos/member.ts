import { deepStrictEqual } from "node:assert"
import { setTimeout as pause } from "node:timers/promises"
import sharp from "sharp"
import { upload } from "../../src/contract/endpoints.ts"
import { addCardBy, callServer, fieldOf, goodPassword } from "../support/app.ts"
import { askWhatBecame, type Line, type MoneyCall, newKey, say, type Word } from "./calls.ts"
import { type Dice, makeDice } from "./seeded-dice.ts"

interface Sent {
  readonly call: MoneyCall
  readonly words: Word[]
}

/** What a member needs before moving money. */
export interface Means {
  readonly token: string
  readonly memberId: string
  readonly cardId: string
  readonly proofId: string
  /** The rate on offer for deposits of `usdt-trc20`. */
  readonly rateId: string
}

/** A member that keeps trading and records every answer of the server. */
export interface Member {
  readonly memberId: string
  readonly token: string
  /** Moves money until `isOver` or until the server is gone. */
  readonly work: (url: string, isOver: () => boolean) => Promise<void>
  /**
   * After a crash: sends every unanswered call again or asks for its outcome, and expects the
   * answers of the last round unchanged. Throws at the first contradiction.
   */
  readonly settleDoubts: (url: string) => Promise<void>
  /** Ids of every contract, deposit and withdrawal that the server acknowledged. */
  readonly done: () => ReadonlySet<string>
  readonly counts: () => { readonly sent: number; readonly acknowledged: number; readonly doubts: number }
}

/** Pause after an unanswered call. */
const SILENCE_PAUSE_MS = 25

const openingStake = ["1000.00", "2500.00", "5000.00", "12345.67"] as const
const cashAmounts = ["1000.00", "2000.50", "4999.99", "3000.13"] as const

/** Uploads an image of a payment. Returns its id. */
export const uploadProof = async (url: string, token: string): Promise<string> => {
  const pixels = { width: 8, height: 8, channels: 3 as const, background: "#0a6" }
  const png = await sharp({ create: pixels }).png().toBuffer()
  const body = new FormData()
  body.set(upload.field, new Blob([new Uint8Array(png)], { type: "image/png" }), "proof.png")
  const response = await fetch(`${url}/${upload.path}`, { method: "POST", headers: { token }, body })
  const answer: unknown = await response.json()
  const data: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, "data") : null
  const id: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "id") : null
  if (typeof id !== "string") throw new Error(`the proof was not taken: ${JSON.stringify(answer)}`)
  return id
}

/** The rate on offer for deposits of `usdt-trc20`. */
export const readRateId = async (url: string, token: string): Promise<string> => {
  const { said } = await callServer(url, "depositNetworks", {}, { token })
  const networks: readonly unknown[] = said.kind === "success" && Array.isArray(said.data) ? said.data : []
  const network = networks.find((each) => Reflect.get(Object(each), "id") === "usdt-trc20")
  return String(Reflect.get(Object(Reflect.get(Object(network), "rate")), "id"))
}

/** Registers a member with a bank card, a proof image and a rate. */
export const register = async (url: string, invitationCode: string, name: string): Promise<Means> => {
  const joined = await callServer(url, "register", {
    username: name,
    password: goodPassword,
    invitation_code: invitationCode,
  })
  const token = String(fieldOf(joined, "token"))
  const user = fieldOf(joined, "user")
  const memberId = String(typeof user === "object" && user !== null ? Reflect.get(user, "id") : "")
  const card = { bank_name: "First Bank", card_number: "4111111111111111", username: "Ada Obi" }
  const cardId = String(fieldOf(await addCardBy(url, card, { token }), "id"))
  const rateId = await readRateId(url, token)
  return { token, memberId, cardId, rateId, proofId: await uploadProof(url, token) }
}

const order = (dice: Dice, price: string): MoneyCall => ({
  operation: "order",
  request: {
    key: newKey(),
    product_id: dice.pick(["aapl", "sp500", "msft"]),
    direction: dice.pick(["up", "down"]),
    // Sometimes more than the balance: the refusal has to be stored as well.
    stake: dice.roll(25) === 0 ? "500000.00" : dice.pick(openingStake),
    leverage: dice.pick([1, 2, 5]),
    period_days: dice.pick([1, 1, 3]),
    quoted_price: price,
  },
})

const nextCall = (dice: Dice, means: Means, contracts: readonly string[], price: string): MoneyCall => {
  const chance = dice.roll(10)
  const [first, ...rest] = contracts.slice(-5)
  if (chance >= 8 && first !== undefined)
    return { operation: "order-close", request: { key: newKey(), id: dice.pick([first, ...rest]) } }
  if (chance >= 6)
    return {
      operation: "withdrawal",
      request: {
        key: newKey(),
        amount: dice.pick(cashAmounts),
        method: "bank",
        destination_id: means.cardId,
      },
    }
  if (chance >= 4)
    return {
      operation: "deposit",
      request: {
        key: newKey(),
        network_id: "usdt-trc20",
        amount: dice.pick(cashAmounts),
        proof_image: means.proofId,
        rate_id: means.rateId,
      },
    }
  return order(dice, price)
}

/** Expects equal answers for one key, or silence as one of them. */
const expectSameWord = (call: MoneyCall, before: Word, now: Word): void => {
  if (before.kind === "silence" || now.kind === "silence") return
  deepStrictEqual(now, before, `${call.operation} ${call.request.key} was answered in two ways`)
}

const isSilent = ({ words }: Sent): boolean => words.every(({ kind }) => kind === "silence")

/** Registers a member. Set `REGISTRATION_BONUS` to give it funds. */
export const joinMember = async (
  url: string,
  invitationCode: string,
  name: string,
  seed: number,
): Promise<Member> => {
  const means = await register(url, invitationCode, name)
  const dice = makeDice(seed)
  const { token, memberId } = means
  const contracts: string[] = []
  const done = new Set<string>()
  const counts = { sent: 0, acknowledged: 0, doubts: 0 }
  let recent: Sent[] = []

  const note = (sent: Sent, word: Word): void => {
    const before = sent.words.find(({ kind }) => kind !== "silence")
    if (before) expectSameWord(sent.call, before, word)
    sent.words.push(word)
    if (word.kind !== "done") return
    if (!done.has(word.id)) counts.acknowledged++
    done.add(word.id)
    if (sent.call.operation === "order" && before === undefined) contracts.push(word.id)
  }

  const sendOnce = async (line: Line, sent: Sent): Promise<void> => note(sent, await say(line, sent.call))

  const work: Member["work"] = async (url, isOver) => {
    const line = { url, token }
    const price = await lastPrice(line)
    while (!isOver()) {
      const sent: Sent = { call: nextCall(dice, means, contracts, price), words: [] }
      recent.push(sent)
      counts.sent++
      // One in eight sends the same key twice at once.
      const times = dice.roll(8) === 0 ? 2 : 1
      await Promise.all(Array.from({ length: times }, () => sendOnce(line, sent)))
      if (isSilent(sent)) await pause(SILENCE_PAUSE_MS)
    }
  }

  const resolve = async (line: Line, sent: Sent): Promise<void> => {
    counts.doubts++
    if (dice.roll(2) === 0) await sendOnce(line, sent)
    const { state, id } = await askWhatBecame(line, sent.call)
    const word = sent.words.find(({ kind }) => kind !== "silence")
    if (word?.kind === "done") deepStrictEqual({ state, id }, { state: "done", id: word.id })
    else if (word?.kind === "refused") deepStrictEqual(state, "refused", JSON.stringify(sent))
    else if (state === "done") note(sent, { kind: "done", id: String(id), data: await repeat(line, sent) })
    else if (state === "unknown")
      deepStrictEqual(await say(line, sent.call), { kind: "refused", reason: "operation.voided" })
    else deepStrictEqual(state, "refused", JSON.stringify(sent))
  }

  const settleDoubts: Member["settleDoubts"] = async (url) => {
    const line = { url, token }
    for (const sent of recent) {
      if (isSilent(sent)) await resolve(line, sent)
      else await sendOnce(line, sent)
    }
    recent = []
  }

  return { memberId, token, work, settleDoubts, done: () => done, counts: () => counts }
}

const repeat = async (line: Line, { call }: Sent): Promise<unknown> => {
  const word = await say(line, call)
  if (word.kind !== "done") throw new Error(`done and then ${JSON.stringify(word)}`)
  return word.data
}

/** Any price: without a tolerance it is only recorded. */
const lastPrice = async ({ url, token }: Line): Promise<string> => {
  const answer = await callServer(url, "quotes", {}, { token }).catch(() => null)
  const quotes: unknown = answer?.said.kind === "success" ? fieldOf(answer, "quotes") : []
  const first: unknown = Array.isArray(quotes) ? quotes[0] : null
  const price: unknown = typeof first === "object" && first !== null ? Reflect.get(first, "price") : null
  return typeof price === "string" ? price : "100.0000"
}
