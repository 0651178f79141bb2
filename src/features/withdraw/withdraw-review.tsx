import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import type { AgreedRate, Conversion } from "../../domain/asset-rate.ts"
import type { WithdrawalIntent } from "../../domain/cash-intent.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { Amount, AssetAmount } from "../../ui/Amount.tsx"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { Figures } from "../../ui/Figures.tsx"
import { NO_FIGURE, useFormat } from "../../ui/format.ts"
import { SimulatedLabel } from "../../ui/Notice.tsx"
import { Sheet } from "../../ui/Sheet.tsx"
import { useText } from "../../ui/use-text.ts"
import styles from "../patterns/form-view.module.css"
import { heldRateFigures, rateFigure } from "../patterns/rate.tsx"
import { type DestinationOption, inFours } from "./withdraw-options.ts"

export interface WithdrawFiguresProps {
  /** Undefined while it is not known. */
  readonly amount: string | undefined
  readonly fee: string | undefined
  readonly received: string | undefined
  /** The received amount in the asset of the network. */
  readonly conversion?: Conversion | undefined
  /** The rate on offer, until a review fixes it. */
  readonly rate?: AgreedRate | undefined
  readonly arrivalMinutes: number | undefined
  readonly to?: ReactNode
}

/** Amount, fee, amount received and arrival time of a withdrawal. */
export const WithdrawFigures = (props: WithdrawFiguresProps) => {
  const intl = useIntl()
  const format = useFormat()
  const label = useText()
  const figure = (amount: string | undefined) =>
    amount === undefined ? NO_FIGURE : <Amount value={amount} />
  const { arrivalMinutes } = props
  const promiseMs = useConfig()?.withdrawalPromiseMs
  return (
    <Card>
      <Figures
        rows={[
          { id: "amount", label: label("withdraw.amount"), value: figure(props.amount) },
          ...(props.to === undefined ? [] : [{ id: "to", label: label("withdraw.to"), value: props.to }]),
          { id: "fee", label: label("withdraw.fee"), value: figure(props.fee) },
          ...(promiseMs === undefined
            ? []
            : [
                {
                  id: "promise",
                  label: label("withdraw.promise"),
                  value: intl.formatMessage(
                    { id: "withdraw.promise.within" },
                    { time: format.duration(promiseMs, "long") },
                  ),
                },
              ]),
          {
            id: "arrival",
            label: label("withdraw.arrival"),
            value:
              arrivalMinutes === undefined
                ? NO_FIGURE
                : intl.formatMessage(
                    { id: "withdraw.arrival.after" },
                    { time: format.duration(arrivalMinutes * 60_000, "long") },
                  ),
          },
          {
            id: "received",
            label: label("withdraw.received"),
            value: figure(props.received),
            emphasis: true,
          },
          ...(props.conversion
            ? [
                {
                  id: "converted",
                  label: label("withdraw.arrives-as"),
                  value: <AssetAmount value={props.conversion.amount} asset={props.conversion.asset} />,
                },
              ]
            : []),
          ...(props.rate
            ? heldRateFigures(intl, format, props.rate)
            : props.conversion
              ? [rateFigure(intl, props.conversion)]
              : []),
        ]}
      />
    </Card>
  )
}

/** Where the money goes: a crypto address in full, because what was sent cannot be called back. */
const Destination = ({
  intent,
  destination,
}: {
  readonly intent: WithdrawalIntent
  readonly destination: DestinationOption | undefined
}) => {
  const intl = useIntl()
  const whole = destination?.whole
  if (whole === undefined) return intent.label
  return (
    <>
      {destination?.name}
      <span className={styles.address} translate="no">
        {inFours(whole.address).map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups of an address never move
          <span key={index}>{group}</span>
        ))}
      </span>
      {whole.tag === undefined ? null : intl.formatMessage({ id: "usdt.tag.of" }, { tag: whole.tag })}
    </>
  )
}

export interface WithdrawReviewProps {
  readonly open: boolean
  readonly busy: boolean
  readonly intent: WithdrawalIntent | null
  /** The destination of the intent; undefined while the destinations are not known. */
  readonly destination: DestinationOption | undefined
  readonly onSubmit: () => void
  readonly onBack: () => void
}

/** The review of a withdrawal: every figure, and the button that sends it. */
export const WithdrawReview = (props: WithdrawReviewProps) => {
  const { open, busy, intent, destination, onSubmit, onBack } = props
  const intl = useIntl()
  return (
    <Sheet
      open={open}
      dismissable={!busy}
      onClose={onBack}
      title={intl.formatMessage({ id: "withdraw.confirm" })}
      footer={
        <Button wide busy={busy} onClick={onSubmit}>
          {intl.formatMessage({ id: "withdraw.submit" })}
        </Button>
      }
    >
      <div className={styles.group}>
        {intent ? <WithdrawFigures {...intent} to={<Destination {...{ intent, destination }} />} /> : null}
        <p>{intl.formatMessage({ id: "withdraw.confirm.text" })}</p>
        <SimulatedLabel />
      </div>
    </Sheet>
  )
}
