import { useState } from "react"
import { useIntl } from "react-intl"
import type { Alert } from "../../domain/alert.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useFeedback } from "../../runtime/hooks/use-feedback.ts"
import { useList } from "../../runtime/hooks/use-list.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { usePush } from "../../runtime/hooks/use-push.ts"
import { type Removal, useAlertRemoval } from "../../runtime/hooks/use-removal.ts"
import { Button, IconButton } from "../../ui/Button.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphBell, glyphPlus, glyphTrash } from "../../ui/glyphs.ts"
import { List, ListRow } from "../../ui/List.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { Priced } from "../../ui/price-unit.tsx"
import { Segmented } from "../../ui/Segmented.tsx"
import { SymbolDisc } from "../../ui/SymbolDisc.tsx"
import { useText } from "../../ui/use-text.ts"
import { PushSetting, type PushSettingProps } from "../notices/push-setting.tsx"
import { type Paged, RecordList } from "../patterns/record-list.tsx"
import { SubPage } from "../patterns/sub-page.tsx"

const STATUSES = ["active", "past"] as const
type Status = (typeof STATUSES)[number]

/** What an alert waits for, with its symbol: "AAPL at or above $190.0000". */
const useAlertTitle = () => {
  const intl = useIntl()
  const format = useFormat()
  return ({ kind, level, symbol }: Alert): string =>
    intl.formatMessage({ id: `alerts.${kind}` }, { symbol, price: level === null ? "" : format.price(level) })
}

/** When and at which tick it fired, else what has become of it or how long it goes on. */
const useAlertFacts = () => {
  const intl = useIntl()
  const format = useFormat()
  return ({ state, fired, daily, untilMs, changedAtMs }: Alert): readonly string[] => [
    ...(fired === null
      ? []
      : [
          intl.formatMessage(
            { id: "alerts.fired" },
            { price: format.price(fired.price), time: format.instant(fired.atMs), seq: fired.seq },
          ),
        ]),
    ...(state === "active"
      ? [
          intl.formatMessage({ id: daily ? "alerts.daily" : "alerts.once" }),
          intl.formatMessage({ id: "alerts.until" }, { date: format.date(untilMs) }),
        ]
      : []),
    ...(state === "ended" || state === "expired"
      ? [intl.formatMessage({ id: `alerts.${state}` }, { date: format.date(changedAtMs) })]
      : []),
  ]
}

const AlertRow = ({ alert, onRemove }: { readonly alert: Alert; readonly onRemove: () => void }) => {
  const intl = useIntl()
  const titleOf = useAlertTitle()
  const factsOf = useAlertFacts()
  const title = titleOf(alert)
  return (
    <ListRow
      leading={<SymbolDisc symbol={alert.symbol} />}
      title={title}
      subtitle={
        <>
          {factsOf(alert).join(" · ")}
          {alert.note === "" ? null : <div>{alert.note}</div>}
        </>
      }
      trailing={
        <IconButton
          glyph={glyphTrash}
          label={intl.formatMessage({ id: "destination.remove" }, { name: title })}
          onClick={onRemove}
        />
      }
    />
  )
}

export interface AlertsViewProps {
  readonly list: Paged<Alert>
  readonly status: Status
  readonly onStatus: (status: Status) => void
  readonly removal: Removal
  /** The setting of pushed notices: without them an alert is shown in the app alone. */
  readonly push: PushSettingProps
  readonly onAdd: () => void
  readonly onBack: () => void
}

/** The member's price alerts: those that wait, and those that have fired or ended. */
export const AlertsView = (props: AlertsViewProps) => {
  const { list, status, onStatus, removal, push, onAdd, onBack } = props
  const text = useText()
  return (
    <SubPage
      money
      width="form"
      title={text("alerts.title")}
      onBack={onBack}
      refresh={list}
      footer={
        <Button glyph={glyphPlus} wide onClick={onAdd}>
          {text("alerts.add")}
        </Button>
      }
    >
      <Segmented
        label={text("alerts.title")}
        hideLabel
        value={status}
        onChange={onStatus}
        options={STATUSES.map((value) => ({ value, label: text(`alerts.status.${value}`) }))}
      />
      <RecordList list={list} emptyGlyph={glyphBell} emptyText={text(`alerts.empty.${status}`)}>
        {(alerts) => (
          <List label={text(`alerts.status.${status}`)}>
            {alerts.map((alert) => (
              <Priced key={alert.id} symbol={alert.symbol}>
                <AlertRow alert={alert} onRemove={() => removal.onAsk(alert.id)} />
              </Priced>
            ))}
          </List>
        )}
      </RecordList>
      {push.phase === "on" ? null : <p>{text("alerts.app-only")}</p>}
      <PushSetting {...push} />
      <Modal
        open={removal.id !== undefined}
        tone="danger"
        busy={removal.busy}
        title={text("alerts.remove.question")}
        confirmLabel={text("destination.remove.confirm")}
        onConfirm={removal.onConfirm}
        onCancel={removal.onCancel}
      />
    </SubPage>
  )
}

export const Alerts = () => {
  const text = useText()
  const { open, back } = usePageNavigation()
  const { toast } = useFeedback()
  const [status, setStatus] = useState<Status>("active")
  const list = useList("alerts", { status }, { refreshOn: ["member.changed"] })
  const removal = useAlertRemoval(() => toast(text("alerts.removed")))
  return (
    <AlertsView
      list={list}
      status={status}
      onStatus={setStatus}
      removal={removal}
      push={usePush()}
      onAdd={() => open(urlOf("alert-add"))}
      onBack={back}
    />
  )
}
