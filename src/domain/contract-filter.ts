/** What a list of ended contracts can be filtered by. The same schema serves list, sums and address. Pure. */
import { Schema } from "effect"
import { AccountDay, DAY_MS, daysSpan } from "./account-day.ts"
import { Direction } from "./entities.ts"
import { PERIOD_MAX_DAYS } from "./limits.ts"

/** How a contract ended. What a level closed early has the level's name. */
export const ENDINGS = ["settled", "take-profit", "stop-loss", "closed_early", "stopped_out"] as const
export type Ending = (typeof ENDINGS)[number]

const optional = Schema.optionalKey
const below = (bound: number) =>
  Schema.String.check(
    Schema.isPattern(/^\d{1,3}$/u),
    Schema.makeFilter((text) => Number(text) < bound),
  )

/** Query values arrive as text. */
export const contractFilterFields = {
  /** The days of its end, both included. */
  from: optional(AccountDay),
  to: optional(AccountDay),
  symbol: optional(Schema.String.check(Schema.isPattern(/^[A-Za-z0-9._-]{1,24}$/u))),
  direction: optional(Direction),
  leverage: optional(below(1_000)),
  ending: optional(Schema.Literals(ENDINGS)),
  result: optional(Schema.Literals(["gain", "loss"])),
  /** Of its order, in Lagos: 0 for Sunday. */
  weekday: optional(below(7)),
  /** Of its order, in Lagos. */
  hour: optional(below(24)),
}

const ContractFilter = Schema.Struct(contractFilterFields)
export type ContractFilter = typeof ContractFilter.Type
export type FilterField = keyof ContractFilter

/** The period of a filter; null where its days are missing, the wrong way round or too far apart. */
export const periodOf = ({ from, to }: ContractFilter) => {
  if (from === undefined || to === undefined) return null
  const { fromMs, untilMs } = daysSpan(from, to)
  const days = (untilMs - fromMs) / DAY_MS
  return days >= 1 && days <= PERIOD_MAX_DAYS ? { from, to, fromMs, untilMs } : null
}

const decode = Schema.decodeUnknownOption(ContractFilter)

/** Reads a filter from a link field by field. What cannot be read is left out and named. */
export const readFilter = (
  query: Readonly<Record<string, string | undefined>>,
): { readonly filter: ContractFilter; readonly ignored: readonly string[] } => {
  let filter: ContractFilter = {}
  const ignored: string[] = []
  for (const field of Object.keys(contractFilterFields)) {
    if (query[field] === undefined) continue
    const read = decode({ [field]: query[field] })
    if (read._tag === "Some") filter = { ...filter, ...read.value }
    else ignored.push(field)
  }
  const { from, to, ...others } = filter
  if ((from === undefined && to === undefined) || periodOf(filter) !== null) return { filter, ignored }
  return { filter: others, ignored: [...ignored, "from", "to"] }
}
