import { type ReactNode, useState } from "react"
import { useIntl } from "react-intl"
import { ACCOUNT_CHANGE_CODES, type AccountChange } from "../../domain/cash.ts"
import { readFilter } from "../../domain/record-filter.ts"
import type { QueryOf } from "../../navigation/route-queries.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { useList } from "../../runtime/hooks/use-list.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { glyphReceipt } from "../../ui/glyphs.ts"
import { SelectField } from "../../ui/SelectField.tsx"
import { useWideLayout } from "../../ui/use-media-query.ts"
import { RecordFilterBar, useRecordFilter } from "../patterns/record-filter.tsx"
import { DayList, type Paged, RecordList } from "../patterns/record-list.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { AccountChangeDetail, AccountChangeRow, AccountChangeSheet } from "./account-change.tsx"
import { BALANCE_EVENTS } from "./balance.tsx"

export interface IncomeRecordViewProps {
  readonly changes: Paged<AccountChange>
  /** A code as text; "" for all. */
  readonly code: string
  readonly onCode: (code: string) => void
  /** Chosen by more than the code. */
  readonly filtered: boolean
  readonly filterBar: ReactNode
  /** Shows all changes again. */
  readonly onAll: () => void
  /** The window is wide: the chosen change is shown beside the list. */
  readonly wide: boolean
  readonly chosenId: string | undefined
  readonly onChoose: (id: string | undefined) => void
  readonly open: (url: string) => void
  readonly onBack: () => void
}

const idOf = ({ id }: AccountChange): string => id
const atMsOf = ({ atMs }: AccountChange): number => atMs

/**
 * Every change of the available balance, day by day, with its reason and the balance after it. A tap
 * opens a change in a sheet, in a wide window beside the list.
 */
export const IncomeRecordView = (props: IncomeRecordViewProps) => {
  const { changes, code, onCode, filtered, wide, onChoose, open, onBack } = props
  const intl = useIntl()
  const options = [
    { value: "", label: intl.formatMessage({ id: "income.filter.all" }) },
    ...ACCOUNT_CHANGE_CODES.map((known) => ({
      value: String(known),
      label: intl.formatMessage({ id: `income.code.${known}` }),
    })),
  ]
  const isChosen = filtered || code !== ""
  const items = changes.data ?? []
  const chosen = items.find(({ id }) => id === props.chosenId)
  const beside = wide ? (chosen ?? items[0]) : undefined
  return (
    <SubPage
      money
      aside={beside ? <AccountChangeDetail change={beside} open={open} /> : undefined}
      title={intl.formatMessage({ id: "income.title" })}
      onBack={onBack}
      refresh={changes}
    >
      <p>{intl.formatMessage({ id: "income.subtitle" })}</p>
      {filtered ? null : (
        <SelectField
          label={intl.formatMessage({ id: "filter.code" })}
          value={code}
          options={options}
          onChange={onCode}
        />
      )}
      {props.filterBar}
      <RecordList
        list={changes}
        emptyGlyph={glyphReceipt}
        emptyText={intl.formatMessage({ id: isChosen ? "filter.nothing" : "income.empty" })}
        emptyAction={
          isChosen
            ? { label: intl.formatMessage({ id: "filter.show-all" }), onAction: props.onAll }
            : undefined
        }
      >
        {(known) => (
          <DayList
            items={known}
            keyOf={idOf}
            atMsOf={atMsOf}
            label={intl.formatMessage({ id: "income.title" })}
            renderRow={(change) => (
              <AccountChangeRow
                key={change.id}
                change={change}
                current={change.id === beside?.id}
                onChoose={onChoose}
              />
            )}
          />
        )}
      </RecordList>
      <AccountChangeSheet
        change={wide ? undefined : chosen}
        open={open}
        onClose={() => onChoose(undefined)}
      />
    </SubPage>
  )
}

/** The changes; a code alone chooses among those of all times. */
export const IncomeRecord = (query: QueryOf<"income-record">) => {
  const { open, back } = usePageNavigation()
  const wide = useWideLayout()
  const isCodeAlone = Object.keys(query).every((field) => field === "code")
  const read = readFilter("changes", query).filter.code
  const [code, setCode] = useState<string>(isCodeAlone ? (read ?? "") : "")
  const bar = useRecordFilter("changes", isCodeAlone ? {} : query, (filter) => urlOf("income-record", filter))
  const ofCode = readFilter("changes", { code: code === "" ? undefined : code }).filter
  const changes = useList("income", bar.filter ?? ofCode, { refreshOn: BALANCE_EVENTS })
  const [chosenId, setChosenId] = useState<string>()
  useOverlay(!wide && chosenId !== undefined, () => setChosenId(undefined))
  return (
    <IncomeRecordView
      changes={changes}
      code={code}
      onCode={setCode}
      filtered={bar.filter !== undefined}
      filterBar={<RecordFilterBar {...bar} first={ofCode} />}
      onAll={() => (bar.filter === undefined ? setCode("") : bar.onFilter({}))}
      wide={wide}
      chosenId={chosenId}
      onChoose={setChosenId}
      open={open}
      onBack={back}
    />
  )
}
