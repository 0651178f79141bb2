/** What records are filtered by. One schema serves lists, sums, statement and address. Pure. */
import { Schema } from "effect"
import { AccountDay, DAY_MS, daysSpan } from "./account-day.ts"
import { ACCOUNT_CHANGE_CODES } from "./cash.ts"
import { Amount, Direction } from "./entities.ts"
import { PERIOD_MAX_DAYS } from "./limits.ts"
import { koboOf } from "./money.ts"

/** How a contract ended. What a level closed early has the level's name. */
export const ENDINGS = ["settled", "take-profit", "stop-loss", "closed_early", "stopped_out"] as const
export type Ending = (typeof ENDINGS)[number]

const optional = Schema.optionalKey
const below = (bound: number) =>
  Schema.String.check(
    Schema.isPattern(/^\d{1,3}$/u),
    Schema.makeFilter((text) => Number(text) < bound),
  )
const amount = Amount.check(Schema.isPattern(/^\d/u))

/** Query values arrive as text. */
const days = { from: optional(AccountDay), to: optional(AccountDay) }
const sought = {
  /** Bounds of the amount without its sign: of a contract its stake. */
  least: optional(amount),
  most: optional(amount),
  /** A part of the id, or of a name that the record shows. */
  text: optional(Schema.String.check(Schema.isPattern(/^[^\s\p{C}](?:[^\p{C}]{0,38}[^\s\p{C}])?$/u))),
}
const ofContract = {
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
/** Of a contract: open or over. Of a deposit or withdrawal: in review, done or rejected. */
const status = optional(Schema.Literals(["pending", "completed", "rejected"]))
const ofPayment = { ...days, status, ...sought }

/** What came of closed contracts is filtered by these. */
export const closedFields = { ...days, ...ofContract, ...sought }

/** The filter of each list. The days are those of the record; of a closed contract those of its end. */
export const filterFields = {
  contracts: {
    ...days,
    status,
    ...ofContract,
    ...sought,
  },
  /** Changes of the available balance. What is said of a contract selects its stake and its credit. */
  changes: {
    ...days,
    code: optional(Schema.Literals(ACCOUNT_CHANGE_CODES.map((code) => `${code}` as const))),
    ...ofContract,
    ...sought,
  },
  deposits: ofPayment,
  withdrawals: ofPayment,
} as const

export type FilteredList = keyof typeof filterFields
const isFilteredList = (name: string): name is FilteredList => name in filterFields
export const FILTERED_LISTS: readonly FilteredList[] = Object.keys(filterFields).filter(isFilteredList)

/** Every field of every list. */
export const recordFilterFields = { ...filterFields.contracts, ...filterFields.changes }
const RecordFilter = Schema.Struct(recordFilterFields)
/** A filter of any list. Each list takes its own fields. */
export type RecordFilter = typeof RecordFilter.Type
export type FilterField = keyof RecordFilter

/** The fields of a list besides its days, in the order in which they are shown. */
export const fieldsOf = (list: FilteredList): readonly FilterField[] => {
  const names: Readonly<Record<string, unknown>> = filterFields[list]
  return CHOSEN_FIELDS.filter((field) => field in names)
}
const CHOSEN_FIELDS = [
  ...(["status", "code", "symbol", "direction", "leverage", "ending", "result"] as const),
  ...(["weekday", "hour", "least", "most", "text"] as const),
]

/** The period of a filter; null where its days are missing, the wrong way round or too far apart. */
export const periodOf = ({ from, to }: RecordFilter) => {
  if (from === undefined || to === undefined) return null
  const { fromMs, untilMs } = daysSpan(from, to)
  const days = (untilMs - fromMs) / DAY_MS
  return days >= 1 && days <= PERIOD_MAX_DAYS ? { from, to, fromMs, untilMs } : null
}

/** Whether the bounds of the amount leave any. */
export const areBounds = ({ least, most }: RecordFilter): boolean =>
  least === undefined || most === undefined || koboOf(least) <= koboOf(most)

const decoders = {
  contracts: Schema.decodeUnknownOption(Schema.Struct(filterFields.contracts)),
  changes: Schema.decodeUnknownOption(Schema.Struct(filterFields.changes)),
  deposits: Schema.decodeUnknownOption(Schema.Struct(filterFields.deposits)),
  withdrawals: Schema.decodeUnknownOption(Schema.Struct(filterFields.withdrawals)),
}

/** Reads the filter of a list from a link field by field. What cannot be read is left out and named. */
export const readFilter = (
  list: FilteredList,
  query: Readonly<Record<string, string | undefined>>,
): { readonly filter: RecordFilter; readonly ignored: readonly string[] } => {
  let filter: RecordFilter = {}
  const ignored: string[] = []
  const leaveOut = (first: "from" | "least", second: "to" | "most") => {
    const { [first]: _, [second]: __, ...others } = filter
    filter = others
    ignored.push(first, second)
  }
  for (const field of ["from", "to", ...fieldsOf(list)]) {
    if (query[field] === undefined) continue
    const read = decoders[list]({ [field]: query[field] })
    if (read._tag === "Some") filter = { ...filter, ...read.value }
    else ignored.push(field)
  }
  if (!areBounds(filter)) leaveOut("least", "most")
  if ((filter.from ?? filter.to) !== undefined && periodOf(filter) === null) leaveOut("from", "to")
  return { filter, ignored }
}
