import { useState } from "react"
import { useIntl } from "react-intl"
import { monthSpan } from "../../domain/account-day.ts"
import {
  FIELD_OF,
  type OrderResults,
  RESULT_DIMENSIONS,
  type ResultDimension,
  type ResultGroup,
} from "../../domain/contract-results.ts"
import { amountOf, divideHalfEven, koboOf } from "../../domain/money.ts"
import type { RecordFilter } from "../../domain/record-filter.ts"
import type { QueryOf } from "../../navigation/route-queries.ts"
import { urlOf } from "../../navigation/routes.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { Amount } from "../../ui/Amount.tsx"
import { IconButton } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { classes } from "../../ui/classes.ts"
import { type Figure, Figures } from "../../ui/Figures.tsx"
import { NO_FIGURE, useFormat } from "../../ui/format.ts"
import { glyphChart } from "../../ui/glyphs.ts"
import { glyphBack, glyphChevron } from "../../ui/Icon.tsx"
import { List, ListGroup, ListRow } from "../../ui/List.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { SelectField } from "../../ui/SelectField.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { EmptyState } from "../../ui/StateView.tsx"
import { useText } from "../../ui/use-text.ts"
import { type Loadable, Loaded } from "../patterns/loaded.tsx"
import { useFilterText, useToday } from "../patterns/record-filter.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import styles from "./hold-results.module.css"

/** With fewer contracts an average says nothing. */
const ENOUGH = 10

const averageOf = (sum: string, count: number): string =>
  amountOf(divideHalfEven(koboOf(sum), BigInt(Math.max(count, 1))))

/** Parts per million of the stakes. */
const costShare = ({ commission, stakes }: OrderResults["total"]): bigint =>
  koboOf(stakes) === 0n ? 0n : divideHalfEven(koboOf(commission) * 1_000_000n, koboOf(stakes))

type OpenContracts = (filter: RecordFilter) => void

const Total = ({ total, onOpen }: Pick<OrderResults, "total"> & { readonly onOpen: OpenContracts }) => {
  const text = useText()
  const intl = useIntl()
  const format = useFormat()
  const isEnough = total.count >= ENOUGH
  const amount = (
    id: "average-gain" | "average-loss" | "largest-gain" | "largest-loss",
    value: string,
  ): Figure => ({
    id,
    label: text(`results.${id}`),
    value: /[1-9]/.test(value) ? <Amount value={value} tone="result" /> : NO_FIGURE,
  })
  const count = (id: "gain" | "loss", of: number) => (
    <ListRow
      title={text(`filter.result.${id}`)}
      value={format.number(of)}
      onPress={of > 0 ? () => onOpen({ result: id }) : undefined}
    />
  )
  return (
    <>
      <Card>
        <div className={styles.net}>
          <p className={styles.label}>{text("results.net")}</p>
          <p>
            <Amount size="hero" tone="result" value={total.net} />
          </p>
          <p className={styles.label}>
            {intl.formatMessage({ id: "results.count" }, { count: total.count })}
          </p>
        </div>
        <Figures
          rows={[
            ...(isEnough
              ? [
                  amount("average-gain", averageOf(total.gained, total.gains)),
                  amount("average-loss", averageOf(total.lost, total.losses)),
                ]
              : []),
            amount("largest-gain", total.largestGain),
            amount("largest-loss", total.largestLoss),
            {
              id: "costs",
              label: text("results.costs"),
              note: text("results.costs.note", { share: format.percent(costShare(total)) }),
              value: <Amount value={total.commission} />,
            },
          ]}
        />
      </Card>
      {isEnough ? null : <Notice>{text("results.few")}</Notice>}
      <List label={text("filter.result")}>
        {count("gain", total.gains)}
        {count("loss", total.losses)}
      </List>
    </>
  )
}

const WEEK = [0, 1, 2, 3, 4, 5, 6] as const

/** The weeks of a month from Monday, with undefined for days of other months. */
const weeksOf = ({
  from,
  to,
}: Pick<OrderResults, "from" | "to">): readonly (readonly (string | undefined)[])[] => {
  const count = Number(to.slice(-2))
  const before = (new Date(from).getUTCDay() + 6) % 7
  const dayAt = (cell: number) =>
    cell < before || cell >= before + count
      ? undefined
      : `${from.slice(0, 8)}${String(cell - before + 1).padStart(2, "0")}`
  return Array.from({ length: Math.ceil((before + count) / 7) }, (_, week) =>
    WEEK.map((day) => dayAt(week * 7 + day)),
  )
}

interface DayProps {
  readonly day: string
  readonly group: ResultGroup | undefined
  readonly onOpen: OpenContracts
}

/** A day with its result; one without contracts is a number alone. */
const Day = ({ day, group, onOpen }: DayProps) => {
  const intl = useIntl()
  const format = useFormat()
  const number = format.number(Number(day.slice(-2)))
  if (group === undefined) return <span className={styles.day}>{number}</span>
  const tone = group.net.startsWith("-") ? styles.down : /[1-9]/.test(group.net) && styles.up
  return (
    <button
      type="button"
      className={classes(styles.day, styles.traded)}
      onClick={() => onOpen({ from: day, to: day })}
    >
      <span>{number}</span>
      <span className={classes(styles.sum, tone)}>{format.compact(group.net)}</span>
      <span className="visually-hidden">
        {intl.formatMessage(
          { id: "results.day" },
          {
            day: format.calendarDay(day),
            count: group.count,
            net: format.amount(group.net, { signed: true }),
          },
        )}
      </span>
    </button>
  )
}

const Calendar = ({
  results,
  onOpen,
}: {
  readonly results: OrderResults
  readonly onOpen: OpenContracts
}) => {
  const text = useText()
  const format = useFormat()
  const byDay = new Map(results.days.map((group) => [group.key, group]))
  return (
    <ListGroup title={text("results.calendar")} footnote={text("results.zone")}>
      <Card>
        <table className={styles.calendar}>
          <thead>
            <tr>
              {WEEK.map((day) => (
                <th key={day} scope="col" abbr={format.weekday((day + 1) % 7)}>
                  {format.weekday((day + 1) % 7, "short")}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(results).map((week, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: weeks have no other name
              <tr key={row}>
                {week.map((day, column) => (
                  <td key={day ?? `none ${column}`}>
                    {day === undefined ? null : <Day day={day} group={byDay.get(day)} onOpen={onOpen} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </ListGroup>
  )
}

const grouped = RESULT_DIMENSIONS.filter((dimension) => dimension !== "days")

const Breakdown = ({
  results,
  onOpen,
}: {
  readonly results: OrderResults
  readonly onOpen: OpenContracts
}) => {
  const text = useText()
  const intl = useIntl()
  const filterText = useFilterText("contracts")
  const [dimension, setDimension] = useState<ResultDimension>("symbols")
  const field = FIELD_OF[dimension]
  return (
    <ListGroup
      title={text("results.by")}
      action={
        <SelectField
          compact
          hideLabel
          label={text("results.by")}
          value={dimension}
          options={grouped.map((value) => ({ value, label: text(`filter.${FIELD_OF[value]}`) }))}
          onChange={(value) => setDimension(grouped.find((each) => each === value) ?? "symbols")}
        />
      }
    >
      <List label={text("results.by")}>
        {results[dimension].map((group) => (
          <ListRow
            key={group.key}
            title={filterText(field, group.key)}
            subtitle={intl.formatMessage({ id: "results.count" }, { count: group.count })}
            value={<Amount tone="result" value={group.net} />}
            onPress={() => onOpen({ [field]: group.key })}
          />
        ))}
      </List>
    </ListGroup>
  )
}

export interface HoldResultsViewProps {
  readonly results: Loadable<OrderResults>
  /** "2026-11". */
  readonly month: string
  /** Undefined where the next month has not begun. */
  readonly onLater: (() => void) | undefined
  readonly onEarlier: () => void
  readonly onOpen: OpenContracts
  readonly onBack: () => void
}

/** What came of the contracts that ended in a month. Each figure opens its contracts. */
export const HoldResultsView = (props: HoldResultsViewProps) => {
  const { results, onOpen } = props
  const text = useText()
  const format = useFormat()
  return (
    <SubPage money title={text("results.title")} onBack={props.onBack}>
      <div className={styles.months}>
        <IconButton glyph={glyphBack} label={text("results.earlier")} onClick={props.onEarlier} />
        <h2 className={styles.month} aria-live="polite">
          {format.calendarDay(props.month, "month")}
        </h2>
        <IconButton
          glyph={glyphChevron}
          label={text("results.later")}
          disabled={props.onLater === undefined}
          onClick={() => props.onLater?.()}
        />
      </div>
      <Loaded query={results} skeleton={<Skeleton shape="row" count={4} />}>
        {(known) =>
          known.total.count === 0 ? (
            <EmptyState glyph={glyphChart} text={text("results.empty")} />
          ) : (
            <>
              <Total total={known.total} onOpen={onOpen} />
              <Calendar results={known} onOpen={onOpen} />
              <Breakdown results={known} onOpen={onOpen} />
            </>
          )
        }
      </Loaded>
    </SubPage>
  )
}

const isMonth = (month: string | undefined): month is string => /^\d{4}-(0[1-9]|1[0-2])$/.test(month ?? "")

export const HoldResults = ({ month: first }: QueryOf<"hold-results">) => {
  const { open, back } = usePageNavigation()
  const today = useToday()
  const thisMonth = today.slice(0, 7)
  const [month, setMonth] = useState(isMonth(first) ? first : thisMonth)
  const period = monthSpan(month)
  const results = useQuery("orderResults", period, { refreshOn: ["member.changed"] })
  const go = (monthsLater: number) => setMonth(monthSpan(month, monthsLater).from.slice(0, 7))
  return (
    <HoldResultsView
      results={results}
      month={month}
      onEarlier={() => go(-1)}
      onLater={month < thisMonth ? () => go(1) : undefined}
      onOpen={(filter) => open(urlOf("hold-record", { ...period, ...filter }))}
      onBack={back}
    />
  )
}
