import { type ReactNode, useState } from "react"
import { useIntl } from "react-intl"
import type { AccountChange } from "../../domain/cash.ts"
import { STATEMENT_ROWS_MAX } from "../../domain/limits.ts"
import { koboOf } from "../../domain/money.ts"
import type { RecordFilter } from "../../domain/record-filter.ts"
import {
  type Period,
  type PeriodProblem,
  periodOf,
  periodProblem,
  STATEMENT_PERIODS,
  type Statement,
  type StatementPeriod,
} from "../../domain/statement.ts"
import type { QueryOf } from "../../navigation/route-queries.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { useList } from "../../runtime/hooks/use-list.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { useServerNow } from "../../runtime/hooks/use-quotes.ts"
import { type StatementSaving, useStatementFile } from "../../runtime/hooks/use-statement-file.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { Field } from "../../ui/Field.tsx"
import { type Figure, Figures } from "../../ui/Figures.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphReceipt } from "../../ui/glyphs.ts"
import { ListGroup } from "../../ui/List.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { SelectField } from "../../ui/SelectField.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { useText } from "../../ui/use-text.ts"
import { type Loadable, Loaded } from "../patterns/loaded.tsx"
import { RecordFilterBar, useRecordFilter } from "../patterns/record-filter.tsx"
import { DayList, RecordList } from "../patterns/record-list.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { AccountChangeRow, AccountChangeSheet } from "./account-change.tsx"
import { BALANCE_EVENTS } from "./balance.tsx"
import styles from "./statement.module.css"

type Choice = StatementPeriod | "own"
const CHOICES: readonly Choice[] = [...STATEMENT_PERIODS, "own"]
const isChoice = (value: string): value is Choice => CHOICES.some((choice) => choice === value)

interface PeriodFieldsProps {
  readonly choice: Choice
  readonly onChoice: (choice: Choice) => void
  readonly period: Period
  readonly problem: PeriodProblem | null
  readonly onPeriod: (period: Period) => void
}

/** The period: one of the calendar, or two days. */
const PeriodFields = ({ choice, onChoice, period, problem, onPeriod }: PeriodFieldsProps) => {
  const intl = useIntl()
  const text = useText()
  const day = (field: keyof Period) => (
    <Field
      kind="date"
      name={field}
      label={text(`statement.${field}`)}
      hint={text("statement.day.hint")}
      value={period[field]}
      error={problem?.field === field ? intl.formatMessage({ id: `error.${problem.reason}` }) : undefined}
      onChange={(value) => onPeriod({ ...period, [field]: value })}
    />
  )
  return (
    <div className={styles.controls}>
      <SelectField
        label={text("statement.period")}
        value={choice}
        options={CHOICES.map((value) => ({ value, label: text(`statement.period.${value}`) }))}
        onChange={(value) => {
          if (isChoice(value)) onChoice(value)
        }}
      />
      {choice === "own" ? (
        <div className={styles.days}>
          {day("from")}
          {day("to")}
        </div>
      ) : null}
    </div>
  )
}

/** A part of the whole in parts per million; 0 of nothing. */
const shareOf = (part: string, whole: string): bigint =>
  koboOf(whole) === 0n ? 0n : (koboOf(part) * 1_000_000n) / koboOf(whole)

const Sums = ({ statement }: { readonly statement: Statement }) => {
  const intl = useIntl()
  const format = useFormat()
  const text = useText()
  const { contracts } = statement
  const amount = (id: "opening" | "in" | "out" | "closing", props: Partial<Figure> = {}): Figure => ({
    ...{ id, label: text(`statement.${id}`), value: <Amount value={statement[id]} /> },
    ...props,
  })
  const share = {
    stakes: format.percent(shareOf(contracts.commission, contracts.stakes)),
    exposure: format.percent(shareOf(contracts.commission, contracts.exposure)),
  }
  return (
    <>
      <Card>
        <Figures
          rows={[amount("opening"), amount("in"), amount("out"), amount("closing", { emphasis: true })]}
        />
      </Card>
      {statement.changes.length === 0 ? null : (
        <ListGroup title={text("statement.changes")}>
          <Card>
            <Figures
              rows={statement.changes.map(({ code, number, amount: sum }) => ({
                id: String(code),
                label: `${text(`income.code.${code}`)} (${intl.formatNumber(number)})`,
                value: <Amount value={sum} signed />,
              }))}
            />
          </Card>
        </ListGroup>
      )}
      <ListGroup title={`${text("statement.contracts")} (${intl.formatNumber(contracts.number)})`}>
        <Card>
          <Figures
            rows={[
              { id: "stakes", label: text("statement.stakes"), value: <Amount value={contracts.stakes} /> },
              {
                id: "exposure",
                label: text("statement.exposure"),
                value: <Amount value={contracts.exposure} />,
              },
              {
                ...{ id: "before", label: text("statement.before") },
                value: <Amount value={contracts.before} tone="result" />,
              },
              {
                ...{ id: "costs", label: text("statement.costs") },
                note:
                  contracts.number === 0
                    ? undefined
                    : intl.formatMessage({ id: "statement.costs.share" }, share),
                value: <Amount value={contracts.commission} />,
              },
              {
                ...{ id: "after", label: text("statement.after"), emphasis: true },
                value: <Amount value={contracts.after} tone="result" />,
              },
            ]}
          />
        </Card>
      </ListGroup>
      <ListGroup title={text("statement.end")}>
        <Card>
          <Figures
            rows={[
              {
                id: "contracts",
                label: text("wallet.in-contracts"),
                value: <Amount value={statement.inContracts} />,
              },
              {
                ...{ id: "withdrawals", label: text("wallet.in-withdrawals") },
                value: <Amount value={statement.inWithdrawals} />,
              },
            ]}
          />
        </Card>
      </ListGroup>
    </>
  )
}

export interface StatementViewProps {
  readonly statement: Loadable<Statement>
  readonly saving: StatementSaving
  /** What the files and the list of changes leave out. */
  readonly filterBar: ReactNode
  readonly changes: ReactNode
  readonly onPrint: () => void
}

/** The sums of a period, and its files. */
export const StatementView = ({ statement, saving, filterBar, changes, onPrint }: StatementViewProps) => {
  const intl = useIntl()
  const format = useFormat()
  const text = useText()
  return (
    <Loaded query={statement} skeleton={<Skeleton count={6} />}>
      {(known) => (
        <>
          <p>
            {format.calendarDay(known.from)} – {format.calendarDay(known.to)}. {text("statement.zone")}
          </p>
          {known.isShortened ? (
            <Notice>
              {intl.formatMessage({ id: "statement.shortened" }, { date: format.calendarDay(known.from) })}
            </Notice>
          ) : null}
          {known.isProvisional ? (
            <Notice tone="warning">
              {intl.formatMessage({ id: "statement.provisional" }, { time: format.dateTime(known.untilMs) })}
            </Notice>
          ) : null}
          <Sums statement={known} />
          <div className={styles.changes}>{filterBar}</div>
          {saving.failed ? (
            <Notice tone="danger" announced>
              {intl.formatMessage({ id: saving.failed }, { max: STATEMENT_ROWS_MAX })}
            </Notice>
          ) : null}
          <div className={styles.actions}>
            <Button wide busy={saving.busy} onClick={() => saving.onSave("csv")}>
              {text("statement.csv")}
            </Button>
            <Button wide tone="secondary" busy={saving.busy} onClick={() => saving.onSave("json")}>
              {text("statement.json")}
            </Button>
            <Button wide tone="secondary" onClick={onPrint}>
              {text("statement.print")}
            </Button>
          </div>
          <Notice>{text("statement.signed")}</Notice>
          {changes}
          <p className={styles.watermark} aria-hidden="true">
            {text("ui.simulated")}
          </p>
        </>
      )}
    </Loaded>
  )
}

const idOf = ({ id }: AccountChange): string => id
const atMsOf = ({ atMs }: AccountChange): number => atMs

interface ChangesProps {
  readonly filter: RecordFilter & Period
  /** Undefined where no change is left out. */
  readonly onAll: (() => void) | undefined
}

/** The changes of the period that the filter leaves. A tap opens the record of one. */
const Changes = ({ filter, onAll }: ChangesProps) => {
  const text = useText()
  const { open } = usePageNavigation()
  const list = useList("income", filter, { refreshOn: BALANCE_EVENTS })
  const [chosenId, setChosenId] = useState<string>()
  useOverlay(chosenId !== undefined, () => setChosenId(undefined))
  return (
    <section className={styles.changes}>
      <RecordList
        list={list}
        emptyGlyph={glyphReceipt}
        emptyText={text(onAll ? "filter.nothing" : "income.empty")}
        emptyAction={onAll && { label: text("filter.show-all"), onAction: onAll }}
      >
        {(items) => (
          <DayList
            items={items}
            keyOf={idOf}
            atMsOf={atMsOf}
            label={text("income.title")}
            renderRow={(change) => (
              <AccountChangeRow key={change.id} change={change} onChoose={setChosenId} />
            )}
          />
        )}
      </RecordList>
      <AccountChangeSheet
        change={list.items.find(({ id }) => id === chosenId)}
        open={open}
        onClose={() => setChosenId(undefined)}
      />
    </section>
  )
}

interface OfPeriodProps {
  readonly period: Period
  readonly query: QueryOf<"statement">
}

const OfPeriod = ({ period, query }: OfPeriodProps) => {
  const statement = useQuery("statement", period, { refreshOn: ["member.changed"] })
  const bar = useRecordFilter("changes", { ...query, ...period }, (filter) => urlOf("statement", filter))
  const filter = { ...bar.filter, ...period }
  const isChosen = Object.keys(filter).length > Object.keys(period).length
  return (
    <StatementView
      statement={statement}
      saving={useStatementFile(filter)}
      filterBar={<RecordFilterBar {...bar} isFixed />}
      changes={<Changes filter={filter} onAll={isChosen ? () => bar.onFilter(period) : undefined} />}
      onPrint={() => window.print()}
    />
  )
}

/** The choice that a link names by its days. */
const choiceIn = ({ from, to }: QueryOf<"statement">, now: number): Choice => {
  if (from === undefined || to === undefined) return "month"
  const named = STATEMENT_PERIODS.find((name) => {
    const period = periodOf(name, now)
    return period.from === from && period.to === to
  })
  return named ?? "own"
}

export const StatementPage = (query: QueryOf<"statement">) => {
  const text = useText()
  const { back } = usePageNavigation()
  const now = useServerNow()
  const [choice, setChoice] = useState(() => choiceIn(query, now))
  const { from, to } = query
  const linked = from === undefined || to === undefined ? undefined : { from, to }
  const [own, setOwn] = useState<Period | undefined>(linked)
  const period = choice === "own" ? (own ?? periodOf("month", now)) : periodOf(choice, now)
  const problem = periodProblem(period, now)
  return (
    <SubPage money width="form" title={text("statement.title")} onBack={back}>
      <PeriodFields
        choice={choice}
        onChoice={setChoice}
        period={period}
        problem={problem}
        onPeriod={setOwn}
      />
      {problem === null ? (
        <OfPeriod key={`${period.from} ${period.to}`} period={period} query={query} />
      ) : null}
    </SubPage>
  )
}
