/** The sheet that chooses the filter of a list. */
import { useState } from "react"
import { useIntl } from "react-intl"
import { monthSpan } from "../../domain/account-day.ts"
import { ACCOUNT_CHANGE_CODES } from "../../domain/cash.ts"
import { PERIOD_MAX_DAYS } from "../../domain/limits.ts"
import { isBlank, parseAmount } from "../../domain/money.ts"
import {
  areBounds,
  ENDINGS,
  type FilteredList,
  type FilterField,
  fieldsOf,
  periodOf,
  type RecordFilter,
  readFilter,
} from "../../domain/record-filter.ts"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { useFormat } from "../../ui/format.ts"
import type { MessageId } from "../../ui/message-id.ts"
import { SelectField } from "../../ui/SelectField.tsx"
import { Sheet } from "../../ui/Sheet.tsx"
import { useText } from "../../ui/use-text.ts"
import { useProducts } from "../market/products.ts"
import styles from "./record-filter.module.css"

export interface FilterProps {
  readonly list: FilteredList
  readonly filter: RecordFilter
  readonly onFilter: (filter: RecordFilter) => void
}

const statuses = {
  contracts: { pending: "hold-record.status.pending", completed: "hold-record.status.completed" },
  deposits: { pending: "deposit.status.0", completed: "deposit.status.1", rejected: "deposit.status.2" },
  withdrawals: {
    pending: "withdraw.status.0",
    completed: "withdraw.status.1",
    rejected: "withdraw.status.2",
  },
  changes: {},
} as const satisfies Readonly<Record<FilteredList, Readonly<Record<string, MessageId>>>>

/** The values that a field is chosen from, with their names; products apart. */
export const choicesOf = (
  list: FilteredList,
): Readonly<Partial<Record<FilterField, Readonly<Record<string, MessageId>>>>> => ({
  status: statuses[list],
  code: Object.fromEntries(ACCOUNT_CHANGE_CODES.map((code) => [code, `income.code.${code}`])),
  direction: { up: "direction.up", down: "direction.down" },
  ending: Object.fromEntries(ENDINGS.map((ending) => [ending, `contract.state.${ending}`])),
  result: { gain: "filter.result.gain", loss: "filter.result.loss" },
})

const PERIODS = ["month", "last-month", "year", "own"] as const
type Period = (typeof PERIODS)[number]

type Days = Required<Pick<RecordFilter, "from" | "to">>

/** This month and the eleven before. */
export const lastYear = (today: string): Days => ({ from: monthSpan(today, -11).from, to: today })

const daysOf = (period: Exclude<Period, "own">, today: string): Days =>
  period === "year" ? lastYear(today) : monthSpan(today, period === "month" ? 0 : -1)

const periodIn = ({ from, to }: RecordFilter, today: string): Period => {
  const isOf = (period: Exclude<Period, "own">) => {
    const days = daysOf(period, today)
    return days.from === from && days.to === to
  }
  if (from === undefined || isOf("year")) return "year"
  if (isOf("month")) return "month"
  return isOf("last-month") ? "last-month" : "own"
}

/** What an open contract has not. */
const OF_END: readonly FilterField[] = ["ending", "result", "weekday", "hour"]

/** A draft as it is applied: typed amounts are read, empty fields left out. Null where one is unreadable. */
const readDraft = (list: FilteredList, draft: Draft, separators: Parameters<typeof parseAmount>[1]) => {
  let isReadable = true
  const amountIn = (typed = "") => {
    if (isBlank(typed)) return undefined
    const parsed = parseAmount(typed, separators)
    if (!parsed.ok) isReadable = false
    return parsed.ok ? parsed.amount : undefined
  }
  const read: Draft = {
    ...draft,
    ...{ least: amountIn(draft.least), most: amountIn(draft.most), text: draft.text?.trim() },
  }
  const isOpen = draft.status === "pending"
  const { filter } = readFilter(
    list,
    Object.fromEntries(
      Object.entries(read).filter(
        ([field, value]) => value !== "" && !(isOpen && OF_END.some((each) => each === field)),
      ),
    ),
  )
  return isReadable && areBounds({ ...filter, ...boundsOf(read) }) ? filter : null
}
const boundsOf = ({ least, most }: Draft) => ({
  ...(least !== undefined && { least }),
  ...(most !== undefined && { most }),
})

/** What is typed and chosen, before it is read. */
type Draft = Readonly<Partial<Record<FilterField, string | undefined>>>

interface ChoiceProps {
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
}

/** The period of a filter: one of the calendar, or two days. */
const PeriodChoice = (
  props: ChoiceProps & {
    readonly label: string
    readonly period: Period
    readonly onPeriod: (period: Period) => void
    readonly days: Days
    readonly problem: string | undefined
  },
) => {
  const { draft, days, onDraft } = props
  const text = useText()
  return (
    <>
      <SelectField
        label={props.label}
        hint={text("filter.period.hint")}
        value={props.period}
        onChange={(value) => props.onPeriod(PERIODS.find((each) => each === value) ?? "year")}
        options={PERIODS.map((value) => ({ value, label: text(`filter.period.${value}`) }))}
      />
      {props.period === "own" ? (
        <>
          <Field
            kind="date"
            label={text("filter.from")}
            value={days.from}
            onChange={(from) => onDraft({ ...draft, ...days, from })}
          />
          <Field
            kind="date"
            label={text("filter.to")}
            value={days.to}
            error={props.problem}
            onChange={(to) => onDraft({ ...draft, ...days, to })}
          />
        </>
      ) : null}
    </>
  )
}

/** Selects with "any" before the values, bounds of the amount, and a text. */
const Choices = ({
  list,
  draft,
  onDraft,
  problem,
}: ChoiceProps & { readonly list: FilteredList; readonly problem: string | undefined }) => {
  const text = useText()
  const products = useProducts()
  const choices = choicesOf(list)
  const isOpen = draft.status === "pending"
  const set = (field: FilterField) => (value: string) => onDraft({ ...draft, [field]: value })
  const select = (field: "status" | "code" | "symbol" | "direction" | "ending" | "result") => {
    if (!fieldsOf(list).includes(field) || (isOpen && OF_END.includes(field))) return null
    const named = Object.entries(choices[field] ?? {}).map(([value, id]) => ({ value, label: text(id) }))
    const symbols = products.data?.map(({ symbol }) => ({ value: symbol, label: symbol })) ?? []
    return (
      <SelectField
        label={text(`filter.${field}`)}
        value={draft[field] ?? ""}
        onChange={set(field)}
        options={[{ value: "", label: text("filter.any") }, ...(field === "symbol" ? symbols : named)]}
      />
    )
  }
  return (
    <>
      {select("status")}
      {select("code")}
      {select("symbol")}
      {select("direction")}
      {select("ending")}
      {select("result")}
      <Field
        kind="decimal"
        prefix="₦"
        label={text(list === "contracts" ? "filter.least.stake" : "filter.least")}
        value={draft.least ?? ""}
        onChange={set("least")}
      />
      <Field
        kind="decimal"
        prefix="₦"
        label={text(list === "contracts" ? "filter.most.stake" : "filter.most")}
        value={draft.most ?? ""}
        error={problem}
        onChange={set("most")}
      />
      <Field
        kind="search"
        label={text("filter.text")}
        maxLength={40}
        value={draft.text ?? ""}
        onChange={set("text")}
      />
    </>
  )
}

interface FilterSheetProps extends FilterProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly today: string
  /** The page chooses the period. */
  readonly isFixed: boolean
}

/** Chooses the fields of a filter. */
export const FilterSheet = ({ open, onClose, list, filter, onFilter, today, isFixed }: FilterSheetProps) => {
  const text = useText()
  const intl = useIntl()
  const format = useFormat()
  const [draft, setDraft] = useState<Draft>(() => ({
    ...filter,
    ...(filter.least !== undefined && { least: format.typed(filter.least) }),
    ...(filter.most !== undefined && { most: format.typed(filter.most) }),
  }))
  const [period, setPeriod] = useState<Period>(() => (isFixed ? "own" : periodIn(filter, today)))
  const days = period === "own" ? { from: draft.from ?? today, to: draft.to ?? today } : daysOf(period, today)
  const problem =
    days.from === "" || days.to === "" || days.from > days.to
      ? text("filter.order")
      : periodOf(days) === null
        ? intl.formatMessage({ id: "filter.long" }, { days: PERIOD_MAX_DAYS })
        : undefined
  const chosen = readDraft(list, { ...draft, ...days }, format.separators)
  const isClosed = list === "contracts" && draft.status !== "pending"
  const choice = { draft, onDraft: setDraft }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={text("filter.open")}
      footer={
        <Button
          wide
          disabled={problem !== undefined || chosen === null}
          onClick={() => {
            if (chosen === null) return
            onFilter(chosen)
            onClose()
          }}
        >
          {text("filter.apply")}
        </Button>
      }
    >
      <div className={styles.fields}>
        {isFixed ? null : (
          <PeriodChoice
            {...choice}
            {...{ period, days, problem, onPeriod: setPeriod }}
            label={text(isClosed ? "filter.period" : "statement.period")}
          />
        )}
        <Choices
          {...choice}
          list={list}
          problem={chosen === null ? text("filter.amount.problem") : undefined}
        />
      </div>
    </Sheet>
  )
}
