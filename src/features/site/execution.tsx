import { useIntl } from "react-intl"
import type { ExecutionGroup } from "../../domain/execution.ts"
import type { QueryOf } from "../../navigation/route-queries.ts"
import { urlOf } from "../../navigation/routes.ts"
import { type ExecutionCheck, useExecutionCheck } from "../../runtime/hooks/use-execution-check.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { Card } from "../../ui/Card.tsx"
import { Figures } from "../../ui/Figures.tsx"
import { useFormat } from "../../ui/format.ts"
import { List, ListGroup, ListRow } from "../../ui/List.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { useText } from "../../ui/use-text.ts"
import { type Loadable, Loaded } from "../patterns/loaded.tsx"
import { SubPage } from "../patterns/sub-page.tsx"

/** The sides of contracts, in the order of the page. */
const SIDES = ["better", "same", "worse", "refused", "none"] as const

const GroupFigures = ({ group }: { readonly group: ExecutionGroup }) => {
  const intl = useIntl()
  const format = useFormat()
  const contracts = SIDES.reduce((sum, side) => sum + group[side], 0)
  const counted = (count: number, all: number) =>
    intl.formatMessage({ id: "execution.count" }, { count, share: all === 0 ? 0 : count / all })
  const rows = [
    {
      id: "losing",
      label: intl.formatMessage({ id: "execution.losing" }),
      note: intl.formatMessage({ id: "execution.losing.note" }, { accounts: group.accounts }),
      value: counted(group.losing, group.accounts),
      emphasis: true,
    },
    ...SIDES.map((side) => ({
      id: side,
      label: intl.formatMessage({ id: `execution.${side}` }),
      value: counted(group[side], contracts),
    })),
    {
      id: "wait",
      label: intl.formatMessage({ id: "execution.wait" }),
      note: intl.formatMessage({ id: "execution.wait.note" }),
      value: [group.halfMs, group.mostMs]
        .map((ms) => intl.formatMessage({ id: "execution.seconds" }, { seconds: Math.round(ms / 100) / 10 }))
        .join(" · "),
    },
  ]
  return (
    <ListGroup title={<span translate="no">{format.list(group.symbols, "narrow")}</span>}>
      <Card>
        <Figures rows={rows} />
      </Card>
    </ListGroup>
  )
}

const OwnNotice = ({ own }: { readonly own: ExecutionCheck["own"] | undefined }) => {
  const intl = useIntl()
  const format = useFormat()
  const text = useText()
  if (own === undefined) return null
  if (own === null) return <Notice>{text("execution.own.unchecked")}</Notice>
  const { right, wrong } = own
  if (wrong.length > 0)
    return (
      <Notice tone="danger" title={text("receipt.check.differs")}>
        {intl.formatMessage(
          { id: "execution.own.wrong" },
          { count: wrong.length, entries: format.list(wrong, "narrow") },
        )}
      </Notice>
    )
  return right === 0 ? (
    <Notice>{text("execution.own.none")}</Notice>
  ) : (
    <Notice tone="success">{intl.formatMessage({ id: "execution.own.right" }, { count: right })}</Notice>
  )
}

interface Published {
  readonly months: readonly string[]
  readonly note?: string
}

export interface ExecutionViewProps {
  readonly published: Loadable<Published>
  /** What the device found of the month that is shown; null while it checks. */
  readonly check: ExecutionCheck | null
  readonly open: (url: string) => void
  readonly onBack: () => void
}

/** How the contracts of a month were executed and how many accounts lost, for visitors too. */
export const ExecutionView = ({ published, check, open, onBack }: ExecutionViewProps) => {
  const format = useFormat()
  const text = useText()
  const figures = check?.figures
  return (
    <SubPage width="form" title={text("execution.title")} onBack={onBack}>
      <Notice>{text("execution.about")}</Notice>
      <Loaded query={published} skeleton={<Skeleton shape="card" />}>
        {({ months, note }) => (
          <>
            {note === undefined ? <p>{text("execution.empty")}</p> : null}
            {note !== undefined && check === null ? <Skeleton shape="card" /> : null}
            {figures === null ? <Notice tone="danger">{text("execution.unsigned")}</Notice> : null}
            {figures ? (
              <>
                <h2>{format.calendarDay(figures.month)}</h2>
                {figures.groups.length === 0 ? (
                  <p>{text("execution.few")}</p>
                ) : (
                  <OwnNotice own={check?.own} />
                )}
                {figures.groups.map((group) => (
                  <GroupFigures key={group.symbols.join()} group={group} />
                ))}
              </>
            ) : null}
            {months.length > 1 ? (
              <ListGroup title={text("execution.months")}>
                <List>
                  {months.map((month) => (
                    <ListRow
                      key={month}
                      title={format.calendarDay(month)}
                      href={urlOf("execution", { month })}
                      onPress={() => open(urlOf("execution", { month }))}
                    />
                  ))}
                </List>
              </ListGroup>
            ) : null}
          </>
        )}
      </Loaded>
    </SubPage>
  )
}

export const Execution = ({ month }: QueryOf<"execution">) => {
  const { open, back } = usePageNavigation()
  const published = useQuery("execution", month === undefined ? {} : { month })
  const check = useExecutionCheck(published.data?.note)
  return <ExecutionView published={published} check={check} open={open} onBack={back} />
}
