/**
 * What a device knows of a contract, as one file: a recording of what was confirmed, and beside it the
 * contract with its receipts and proof, what the device kept of the market, and versions.
 */
import { Schema } from "effect"
import { OrderDetail } from "./entities.ts"

const text = Schema.String
const textOrNull = Schema.NullOr(text)

/** An order, an early close or a change of levels, as the member confirmed it and the device sent it. */
export const Confirmed = Schema.Struct({
  key: text,
  /** What the screen said: ids and figures. */
  intent: Schema.Record(text, Schema.Unknown),
  answeredAtMs: Schema.Int,
})
export type Confirmed = typeof Confirmed.Type

export const Evidence = Schema.Struct({
  version: Schema.Literal(1),
  madeAtMs: Schema.Int,
  locale: text,
  app: Schema.Struct({ version: text, build: text }),
  contract: OrderDetail,
  /** Of the device, not of the answer. Null, and none: it was not seen here. */
  seen: Schema.Struct({
    marketKey: textOrNull,
    acceptedWith: textOrNull,
    acceptedTerms: textOrNull,
    closeTerms: textOrNull,
    amendmentTerms: Schema.Array(text),
  }),
  /** Oldest first. Empty: nothing of it was confirmed on this device. */
  confirmed: Schema.Array(Confirmed),
})
export type Evidence = typeof Evidence.Type

const decodeFile = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ evidence: Evidence })))

/** The evidence in a file; null for a file of another kind, and a damaged one. */
export const readEvidence = (file: string): Evidence | null => {
  const decoded = decodeFile(file)
  return decoded._tag === "Some" ? decoded.value.evidence : null
}

/** The same number has one text. */
const plain = (value: unknown): unknown =>
  typeof value === "string" && /^\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, "") : value

const TERMS = [
  "productId",
  "direction",
  "stake",
  "leverage",
  "periodDays",
  "commissionPpm",
  "stopOutBps",
] as const
const LEVELS = ["takeProfit", "stopLoss"] as const

const differing = (
  agreed: Readonly<Record<string, unknown>>,
  intent: Confirmed["intent"],
  names: readonly string[],
) => names.filter((name) => plain(agreed[name] ?? null) !== plain(intent[name] ?? null))

/** Names of the figures that a contract has otherwise than they were confirmed. */
export const differsFromConfirmed = ({ contract: { order }, confirmed }: Evidence): readonly string[] =>
  confirmed.flatMap(({ intent }) => {
    const { agreed = order, amendments = [] } = order.levelHistory ?? {}
    if (intent.operation === "order")
      return differing({ ...order, ...agreed }, intent, [...TERMS, "slippageBps", ...LEVELS])
    if (intent.operation !== "order-amend") return []
    const number = Number(intent.number) + 1
    return differing({ ...amendments.find((each) => each.number === number) }, intent, LEVELS).map(
      (name) => `${name} of change ${number}`,
    )
  })
