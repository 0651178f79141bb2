import { useIntl } from "react-intl"
import type { Order } from "../../domain/entities.ts"
import { liveResult } from "../../domain/position.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Button } from "../../ui/Button.tsx"
import { Figures } from "../../ui/Figures.tsx"
import { NO_FIGURE, ppmOfBps } from "../../ui/format.ts"
import { FormAmounts } from "../../ui/hidden-amounts.tsx"
import type { MessageId } from "../../ui/message-id.ts"
import { Notice } from "../../ui/Notice.tsx"
import { Change, Price } from "../../ui/Price.tsx"
import { Sheet } from "../../ui/Sheet.tsx"
import styles from "./receipt.module.css"

/** The early close of a contract as its views need it. */
export interface CloseEarlyTicket {
  readonly phase:
    | "closed"
    | "confirming"
    | "sending"
    | "checking"
    | "accepted"
    | "refused"
    | "notPlaced"
    | "notRecorded"
  /** Why it was refused or could not be recorded, as text. */
  readonly error: string | undefined
  readonly open: () => void
  readonly confirm: () => void
  readonly back: () => void
}

export interface CloseEarlyProps {
  readonly order: Order
  readonly price: string
  readonly stale: boolean
  readonly close: CloseEarlyTicket
}

const Current = ({ order, price, stale }: Omit<CloseEarlyProps, "close">) => {
  const intl = useIntl()
  const text = (id: MessageId) => intl.formatMessage({ id })
  const result = liveResult(order, price)
  return (
    <Figures
      rows={[
        {
          id: "net",
          label: text("receipt.result-now"),
          value: result ? <Amount tone="result" value={result.net} stale={stale} /> : NO_FIGURE,
          emphasis: true,
        },
        {
          id: "share",
          label: text("close.share"),
          value: result ? <Change ppm={ppmOfBps(result.netBps)} /> : NO_FIGURE,
        },
        { id: "price", label: text("order.current-price"), value: <Price value={price} stale={stale} /> },
        {
          id: "commission",
          label: text("close.commission"),
          value: result ? <Amount value={result.commission} /> : NO_FIGURE,
        },
        {
          id: "credited",
          label: text("receipt.credited-now"),
          value: result ? <Amount value={result.credited} /> : NO_FIGURE,
        },
      ]}
    />
  )
}

type Phase = CloseEarlyTicket["phase"]

/** Phases that a notice explains. */
const explained = ["checking", "refused", "notPlaced", "notRecorded"] as const satisfies readonly Phase[]

const isExplained = (phase: Phase): phase is (typeof explained)[number] =>
  explained.some((each) => each === phase)

/** Asks before an early close: the result at the current price, and that the next price decides. */
export const CloseEarlySheet = ({ order, price, stale, close }: CloseEarlyProps) => {
  const intl = useIntl()
  const { phase } = close
  const text = (id: MessageId) => intl.formatMessage({ id })
  const isBusy = phase === "sending" || phase === "checking"
  return (
    <Sheet
      open={phase !== "closed" && phase !== "accepted"}
      onClose={close.back}
      dismissable={!isBusy}
      title={intl.formatMessage({ id: "close.title" }, { symbol: order.symbol })}
      footer={
        <>
          <Button wide busy={isBusy} onClick={close.confirm}>
            {text("close.confirm")}
          </Button>
          <Button wide tone="secondary" disabled={isBusy} onClick={close.back}>
            {text("close.keep")}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <div role="status" className={styles.stack}>
          {isExplained(phase) ? (
            <Notice tone={phase === "checking" ? "info" : "danger"} title={text(`close.${phase}`)}>
              {close.error ?? text(`close.${phase}.text`)}
            </Notice>
          ) : null}
        </div>
        <FormAmounts>
          <Current order={order} price={price} stale={stale} />
        </FormAmounts>
        <p className={styles.note}>{text("close.note")}</p>
      </div>
    </Sheet>
  )
}
