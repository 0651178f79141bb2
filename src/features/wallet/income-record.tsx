import { useState } from "react"
import { useIntl } from "react-intl"
import { ACCOUNT_CHANGE_CODES, type AccountChange } from "../../domain/cash.ts"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { useList } from "../../runtime/hooks/use-list.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { glyphReceipt } from "../../ui/glyphs.ts"
import { SelectField } from "../../ui/SelectField.tsx"
import { useWideLayout } from "../../ui/use-media-query.ts"
import { DayList, type Paged, RecordList } from "../patterns/record-list.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { AccountChangeDetail, AccountChangeRow, AccountChangeSheet } from "./account-change.tsx"
import { BALANCE_EVENTS } from "./balance.tsx"

export interface IncomeRecordViewProps {
  readonly changes: Paged<AccountChange>
  /** A code as text; "" for all. */
  readonly code: string
  readonly onCode: (code: string) => void
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
  const { changes, code, onCode, wide, onChoose, open, onBack } = props
  const intl = useIntl()
  const options = [
    { value: "", label: intl.formatMessage({ id: "income.filter.all" }) },
    ...ACCOUNT_CHANGE_CODES.map((known) => ({
      value: String(known),
      label: intl.formatMessage({ id: `income.code.${known}` }),
    })),
  ]
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
      <SelectField
        label={intl.formatMessage({ id: "income.filter" })}
        value={code}
        options={options}
        onChange={onCode}
      />
      <RecordList
        list={changes}
        emptyGlyph={glyphReceipt}
        emptyText={intl.formatMessage({ id: code === "" ? "income.empty" : "income.empty.code" })}
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

export interface IncomeRecordProps {
  /** The code to filter by at first. */
  readonly code?: string | undefined
}

export const IncomeRecord = ({ code: first = "" }: IncomeRecordProps) => {
  const { open, back } = usePageNavigation()
  const wide = useWideLayout()
  const known = ACCOUNT_CHANGE_CODES.some((each) => String(each) === first)
  const [code, setCode] = useState(known ? first : "")
  const changes = useList("income", code === "" ? {} : { code }, { refreshOn: BALANCE_EVENTS })
  const [chosenId, setChosenId] = useState<string>()
  useOverlay(!wide && chosenId !== undefined, () => setChosenId(undefined))
  return (
    <IncomeRecordView
      changes={changes}
      code={code}
      onCode={setCode}
      wide={wide}
      chosenId={chosenId}
      onChoose={setChosenId}
      open={open}
      onBack={back}
    />
  )
}
