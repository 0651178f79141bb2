/** What a list of records is filtered by: the sheet that chooses it, and the chips that say it. */
import { useState } from "react"
import { useIntl } from "react-intl"
import { accountDayOf } from "../../domain/account-day.ts"
import {
  type FilteredList,
  type FilterField,
  fieldsOf,
  type RecordFilter,
  readFilter,
} from "../../domain/record-filter.ts"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { useRuntime, useSources } from "../../runtime/hooks/runtime-context.tsx"
import { useNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Button } from "../../ui/Button.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphSearch } from "../../ui/glyphs.ts"
import { glyphClose, Icon } from "../../ui/Icon.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { useText } from "../../ui/use-text.ts"
import { choicesOf, type FilterProps, FilterSheet, lastYear } from "./filter-sheet.tsx"
import styles from "./record-filter.module.css"

/** The account's day at the server, as the page was opened. */
export const useToday = (): string => {
  const { now } = useRuntime()
  const { quotes } = useSources()
  const [today] = useState(() => accountDayOf(now() + quotes.clockOffsetMs()))
  return today
}

/** The value of a field as a member reads it. */
export const useFilterText = (list: FilteredList): ((field: FilterField, value: string) => string) => {
  const text = useText()
  const format = useFormat()
  const choices = choicesOf(list)
  return (field, value) => {
    switch (field) {
      case "from":
      case "to":
        return format.calendarDay(value)
      case "leverage":
        return `${format.number(value)}×`
      case "weekday":
        return format.weekday(Number(value))
      case "hour":
        return format.minuteOfDay(Number(value) * 60)
      case "least":
        return `≥ ${format.amount(value)}`
      case "most":
        return `≤ ${format.amount(value)}`
      default: {
        const id = choices[field]?.[value]
        return id === undefined ? value : text(id)
      }
    }
  }
}

/** A filter without one of its fields; the days go together with all others. */
const without = (filter: RecordFilter, field: FilterField): RecordFilter => {
  const { [field]: _, ...others } = filter
  return field === "from" ? {} : others
}

interface ChipProps {
  readonly label: string
  readonly onRemove: () => void
}

const Chip = ({ label, onRemove }: ChipProps) => {
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

/** How many records a filter leaves, and what they add up to. */
const Sum = ({ list, filter }: Pick<FilterProps, "list" | "filter">) => {
  const intl = useIntl()
  const { data } = useQuery("recordSum", { list, ...filter }, { refreshOn: ["member.changed"] })
  const isClosed = list === "contracts" && filter.status !== "pending"
  return (
    <p className={styles.sum}>
      <span aria-live="polite">
        {data &&
          intl.formatMessage({ id: isClosed ? "results.count" : "filter.count" }, { count: data.count })}
      </span>{" "}
      {data && (
        <Amount {...(isClosed ? { tone: "result" } : { signed: list === "changes" })} value={data.amount} />
      )}
    </p>
  )
}

/** The fields of a filter that has a period, each with its removal, and their sum. */
const FilterChips = ({ list, filter, onFilter, isFixed }: FilterProps & { readonly isFixed: boolean }) => {
  const filterText = useFilterText(list)
  const { from = "", to = "" } = filter
  const days = from === to ? [from] : [from, to]
  return (
    <>
      <div className={styles.chips}>
        {isFixed ? null : (
          <Chip
            label={days.map((day) => filterText("from", day)).join(" – ")}
            onRemove={() => onFilter(without(filter, "from"))}
          />
        )}
        {fieldsOf(list).map((field) => {
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
      <Sum list={list} filter={filter} />
    </>
  )
}

/** The filter of a list in the address. Other fields than the period count in the last year without one. */
export const useRecordFilter = (
  list: FilteredList,
  query: Readonly<Record<string, string | undefined>>,
  urlOfFilter: (filter: RecordFilter) => string,
) => {
  const { redirectTo } = useNavigation()
  const today = useToday()
  const { filter, ignored } = readFilter(list, query)
  return {
    ...{ list, today, ignored },
    filter: Object.keys(filter).length > 0 ? { ...lastYear(today), ...filter } : undefined,
    onFilter: (chosen: RecordFilter) => void redirectTo(urlOfFilter(chosen)),
  }
}

interface RecordFilterBarProps extends Omit<ReturnType<typeof useRecordFilter>, "filter"> {
  readonly filter: RecordFilter | undefined
  /** What the sheet begins with where there is no filter. */
  readonly first?: RecordFilter
  /** The page chooses the period. */
  readonly isFixed?: boolean
}

/** What could not be read of a link, the chips of the filter, and the button that opens its sheet. */
export const RecordFilterBar = (props: RecordFilterBarProps) => {
  const { list, filter, ignored, today, onFilter, first = {}, isFixed = false } = props
  const intl = useIntl()
  const [sheet, setSheet] = useState({ isOpen: false, openings: 0 })
  const close = () => setSheet({ ...sheet, isOpen: false })
  useOverlay(sheet.isOpen, close)
  return (
    <>
      {ignored.length > 0 ? (
        <Notice tone="warning">
          {intl.formatMessage({ id: "filter.ignored" }, { names: intl.formatList(ignored) })}
        </Notice>
      ) : null}
      {filter ? <FilterChips {...{ list, filter, onFilter, isFixed }} /> : null}
      <Button
        tone="secondary"
        size="small"
        glyph={glyphSearch}
        onClick={() => setSheet({ isOpen: true, openings: sheet.openings + 1 })}
      >
        {intl.formatMessage({ id: "filter.open" })}
      </Button>
      <FilterSheet
        key={sheet.openings}
        {...{ list, today, onFilter, isFixed }}
        filter={filter ?? first}
        open={sheet.isOpen}
        onClose={close}
      />
    </>
  )
}
