/** What the contract history is filtered by: the sheet that chooses it, and the chips that say it. */
import { useState } from "react"
import { useIntl } from "react-intl"
import { accountDayOf, monthSpan } from "../../domain/account-day.ts"
import { type ContractFilter, ENDINGS, type FilterField, periodOf } from "../../domain/contract-filter.ts"
import { PERIOD_MAX_DAYS } from "../../domain/limits.ts"
import { useRuntime, useSources } from "../../runtime/hooks/runtime-context.tsx"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphClose, Icon } from "../../ui/Icon.tsx"
import { SelectField } from "../../ui/SelectField.tsx"
import { Sheet } from "../../ui/Sheet.tsx"
import { useText } from "../../ui/use-text.ts"
import styles from "./contract-filter.module.css"

/** The account's day at the server, as the page was opened. */
export const useToday = (): string => {
  const { now } = useRuntime()
  const { quotes } = useSources()
  const [today] = useState(() => accountDayOf(now() + quotes.clockOffsetMs()))
  return today
}

/** The value of a field as a member reads it. */
export const useFilterText = (): ((field: FilterField, value: string) => string) => {
  const text = useText()
  const format = useFormat()
  return (field, value) => {
    switch (field) {
      case "from":
      case "to":
        return format.calendarDay(value)
      case "symbol":
        return value
      case "direction":
        return text(value === "up" ? "direction.up" : "direction.down")
      case "leverage":
        return `${format.number(value)}×`
      case "ending": {
        const ending = ENDINGS.find((each) => each === value)
        return ending === undefined ? value : text(`contract.state.${ending}`)
      }
      case "result":
        return text(value === "gain" ? "filter.result.gain" : "filter.result.loss")
      case "weekday":
        return format.weekday(Number(value))
      case "hour":
        return format.minuteOfDay(Number(value) * 60)
    }
  }
}

const CHIPS = ["symbol", "direction", "leverage", "ending", "result", "weekday", "hour"] as const

/** A filter without one of its fields; the days go together with all others. */
const without = (filter: ContractFilter, field: FilterField): ContractFilter => {
  const { [field]: _, ...others } = filter
  return field === "from" ? {} : others
}

interface FilterProps {
  readonly filter: ContractFilter
  readonly onFilter: (filter: ContractFilter) => void
}

const Chip = ({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) => {
  const text = useText()
  return (
    <button
      type="button"
      className={styles.chip}
      aria-label={text("filter.remove", { name: label })}
      onClick={onRemove}
    >
      {label} <Icon glyph={glyphClose} size={16} />
    </button>
  )
}

/** The fields of a filter that has a period, each with its removal, and what the contracts add up to. */
export const FilterChips = ({ filter, onFilter }: FilterProps) => {
  const intl = useIntl()
  const filterText = useFilterText()
  const { data } = useQuery("orderResults", filter, { refreshOn: ["member.changed"] })
  const { from = "", to = "" } = filter
  const days = from === to ? [from] : [from, to]
  return (
    <>
      <div className={styles.chips}>
        <Chip
          label={days.map((day) => filterText("from", day)).join(" – ")}
          onRemove={() => onFilter(without(filter, "from"))}
        />
        {CHIPS.map((field) => {
          const value = filter[field]
          return value === undefined ? null : (
            <Chip
              key={field}
              label={filterText(field, value)}
              onRemove={() => onFilter(without(filter, field))}
            />
          )
        })}
      </div>
      <p className={styles.sum} aria-live="polite">
        {data ? (
          <>
            {intl.formatMessage({ id: "results.count" }, { count: data.total.count })}{" "}
            <Amount tone="result" value={data.total.net} />
          </>
        ) : null}
      </p>
    </>
  )
}

const PERIODS = ["month", "last-month", "year", "own"] as const
type Period = (typeof PERIODS)[number]

type Days = Required<Pick<ContractFilter, "from" | "to">>

/** This month and the eleven before. */
export const lastYear = (today: string): Days => ({ from: monthSpan(today, -11).from, to: today })

const daysOf = (period: Exclude<Period, "own">, today: string): Days =>
  period === "year" ? lastYear(today) : monthSpan(today, period === "month" ? 0 : -1)

const periodIn = ({ from, to }: ContractFilter, today: string): Period => {
  const isOf = (period: Exclude<Period, "own">) => {
    const days = daysOf(period, today)
    return days.from === from && days.to === to
  }
  if (from === undefined || isOf("year")) return "year"
  if (isOf("month")) return "month"
  return isOf("last-month") ? "last-month" : "own"
}

/** One select with "any" before the values. */
const Choice = ({
  field,
  values,
  filter,
  onFilter,
}: FilterProps & { readonly field: (typeof CHIPS)[number]; readonly values: readonly string[] }) => {
  const text = useText()
  const filterText = useFilterText()
  return (
    <SelectField
      label={text(`filter.${field}`)}
      value={filter[field] ?? ""}
      onChange={(value) => onFilter({ ...without(filter, field), ...(value !== "" && { [field]: value }) })}
      options={[
        { value: "", label: text("filter.any") },
        ...values.map((value) => ({ value, label: filterText(field, value) })),
      ]}
    />
  )
}

export interface FilterSheetProps extends FilterProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly symbols: readonly string[]
  readonly today: string
}

/** Chooses period, product, direction, ending and result of ended contracts. */
export const FilterSheet = ({ open, onClose, filter, onFilter, symbols, today }: FilterSheetProps) => {
  const text = useText()
  const intl = useIntl()
  const [draft, setDraft] = useState<ContractFilter>(filter)
  const [period, setPeriod] = useState<Period>(() => periodIn(filter, today))
  const days = period === "own" ? { from: draft.from ?? today, to: draft.to ?? today } : daysOf(period, today)
  const chosen = { ...draft, ...days }
  const problem =
    days.from === "" || days.to === "" || days.from > days.to
      ? text("filter.order")
      : periodOf(chosen) === null
        ? intl.formatMessage({ id: "filter.long" }, { days: PERIOD_MAX_DAYS })
        : undefined
  const choose = (next: ContractFilter) => {
    onFilter(next)
    onClose()
  }
  const choice = { filter: draft, onFilter: setDraft }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={text("filter.title")}
      footer={
        <Button wide disabled={problem !== undefined} onClick={() => choose(chosen)}>
          {text("filter.apply")}
        </Button>
      }
    >
      <div className={styles.fields}>
        <SelectField
          label={text("filter.period")}
          hint={text("filter.period.hint")}
          value={period}
          onChange={(value) => setPeriod(PERIODS.find((each) => each === value) ?? "year")}
          options={PERIODS.map((value) => ({ value, label: text(`filter.period.${value}`) }))}
        />
        {period === "own" ? (
          <>
            <Field
              kind="date"
              label={text("filter.from")}
              value={days.from}
              onChange={(from) => setDraft({ ...draft, ...days, from })}
            />
            <Field
              kind="date"
              label={text("filter.to")}
              value={days.to}
              error={problem}
              onChange={(to) => setDraft({ ...draft, ...days, to })}
            />
          </>
        ) : null}
        <Choice {...choice} field="symbol" values={symbols} />
        <Choice {...choice} field="direction" values={["up", "down"]} />
        <Choice {...choice} field="ending" values={ENDINGS} />
        <Choice {...choice} field="result" values={["gain", "loss"]} />
      </div>
    </Sheet>
  )
}
