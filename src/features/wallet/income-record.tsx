import { useState } from "react"
import { useIntl } from "react-intl"
import { ACCOUNT_CHANGE_CODES, type AccountChange } from "../../domain/cash.ts"
import { useList } from "../../runtime/hooks/use-list.ts"
import { useFormat } from "../../ui/format.ts"
import { List, ListGroup } from "../../ui/List.tsx"
import { SelectField } from "../../ui/SelectField.tsx"
import { groupByDay } from "../patterns/day-groups.ts"
import { usePageNavigation } from "../patterns/page-navigation.ts"
import { type Paged, RecordList } from "../patterns/record-list.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { AccountChangeRow } from "./account-change-row.tsx"
import { BALANCE_EVENTS } from "./balance.ts"

export interface IncomeRecordViewProps {
  readonly changes: Paged<AccountChange>
  /** A code as text; "" for all. */
  readonly code: string
  readonly onCode: (code: string) => void
  readonly onBack: () => void
}

/** Every change of the available balance, day by day, with its reason and the balance after it. */
export const IncomeRecordView = ({ changes, code, onCode, onBack }: IncomeRecordViewProps) => {
  const intl = useIntl()
  const format = useFormat()
  const options = [
    { value: "", label: intl.formatMessage({ id: "income.filter.all" }) },
    ...ACCOUNT_CHANGE_CODES.map((known) => ({
      value: String(known),
      label: intl.formatMessage({ id: `income.code.${known}` }),
    })),
  ]
  return (
    <SubPage
      money
      title={intl.formatMessage({ id: "income.title" })}
      subtitle={intl.formatMessage({ id: "income.subtitle" })}
      onBack={onBack}
      refresh={changes}
    >
      <SelectField
        label={intl.formatMessage({ id: "income.filter" })}
        value={code}
        options={options}
        onChange={onCode}
      />
      <RecordList
        list={changes}
        emptyText={intl.formatMessage({ id: code === "" ? "income.empty" : "income.empty.code" })}
      >
        {(items) =>
          groupByDay(items, (change) => format.date(change.at_ms)).map(({ day, items: changed }) => (
            <ListGroup key={day} title={day}>
              <List>
                {changed.map((change) => (
                  <AccountChangeRow key={change.id} change={change} />
                ))}
              </List>
            </ListGroup>
          ))
        }
      </RecordList>
    </SubPage>
  )
}

export interface IncomeRecordProps {
  /** The code to filter by at first. */
  readonly code?: string | undefined
}

export const IncomeRecord = ({ code: first = "" }: IncomeRecordProps) => {
  const { back } = usePageNavigation()
  const known = ACCOUNT_CHANGE_CODES.some((each) => String(each) === first)
  const [code, setCode] = useState(known ? first : "")
  const changes = useList("income", code === "" ? {} : { code }, { refreshOn: BALANCE_EVENTS })
  return <IncomeRecordView changes={changes} code={code} onCode={setCode} onBack={back} />
}
