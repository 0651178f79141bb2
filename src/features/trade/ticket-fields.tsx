import { memo, type ReactNode, type Ref } from "react"
import { useIntl } from "react-intl"
import type { OrderPhase } from "../../../machines/order.ts"
import type { ReturnedHold } from "../../domain/cash.ts"
import { koboOf, type QuickPart } from "../../domain/money.ts"
import { HIDDEN_DIGITS } from "../../domain/problem.ts"
import type { DraftField, OrderIntent, ProductTerms } from "../../domain/ticket.ts"
import type { TicketFigures } from "../../domain/ticket-figures.ts"
import { urlOf } from "../../navigation/routes.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useTicketFigures } from "../../runtime/hooks/use-order-ticket.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { type Figure, Figures } from "../../ui/Figures.tsx"
import { NO_FIGURE, ppmOfBps, useFormat } from "../../ui/format.ts"
import { useIsAmountHidden } from "../../ui/hidden-amounts.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { Price } from "../../ui/Price.tsx"
import { QuickAmounts } from "../../ui/QuickAmounts.tsx"
import { Segmented } from "../../ui/Segmented.tsx"
import { type Text, useText } from "../../ui/use-text.ts"
import { directionMark, periodText } from "../holdings/contract-terms.tsx"
import { AmountField } from "../patterns/amount-field.tsx"
import { Term } from "../patterns/term.tsx"
import styles from "./ticket.module.css"

/** The props of a field of the order form. */
export interface TicketField {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: (() => void) | undefined
  readonly error?: ReactNode | undefined
  readonly name?: string | undefined
  readonly ref?: Ref<HTMLInputElement & HTMLTextAreaElement> | undefined
}

/** The order ticket as its views need it: phase, fields, figures and commands. */
export interface Ticket {
  readonly phase: OrderPhase
  readonly field: (name: DraftField) => TicketField
  readonly set: (name: DraftField, value: string) => void
  readonly parts: readonly QuickPart[]
  /** The problem with the product or the price, as text. */
  readonly error: string | undefined
  /** Why the server refused the order, as text; undefined after a change. */
  readonly refusal: string | undefined
  /** Why the order could not be recorded on this device. */
  readonly notRecorded: string | undefined
  /** The contract of an accepted order. */
  readonly contractId: string | null
  /**
   * For the element that shows `error` and `refusal`; it is focused when no field has a problem.
   */
  readonly noticeRef: (element: HTMLElement | null) => void
  readonly review: () => void
  /** The order as fixed by the review. */
  readonly intent: OrderIntent | null
  readonly requote: () => void
  readonly back: () => void
  readonly confirm: () => void
  readonly again: () => void
}

export interface TicketFieldsProps {
  readonly ticket: Ticket
  readonly terms: ProductTerms
  /** The balance that can be staked; undefined while it is not known. */
  readonly available: string | undefined
  /** What cannot be staked yet. */
  readonly returnedHold: ReturnedHold | undefined
  /** How long a contract day lasts on this market. */
  readonly dayMs: number | undefined
}

type Fields = Pick<TicketFieldsProps, "ticket"> & Partial<Pick<TicketFieldsProps, "terms" | "dayMs">>

/**
 * Compares these fields and what else is shown with them: a key that is typed in another field
 * renders nothing here. The commands of a field stay the same for the life of its page.
 */
export const showsSame =
  (...names: readonly DraftField[]) =>
  (before: Fields, after: Fields): boolean =>
    before.terms === after.terms &&
    before.dayMs === after.dayMs &&
    names.every((name) => {
      const [earlier, later] = [before.ticket.field(name), after.ticket.field(name)]
      return earlier.value === later.value && earlier.error === later.error
    })

export const DirectionField = memo(({ ticket }: Pick<TicketFieldsProps, "ticket">) => {
  const intl = useIntl()
  return (
    <Segmented
      label={intl.formatMessage({ id: "ticket.direction" })}
      hideLabel
      {...ticket.field("direction")}
      options={(["up", "down"] as const).map((value) => ({
        value,
        label: (
          <span>
            <span aria-hidden="true" className={styles[value]}>
              {directionMark(value)}
            </span>{" "}
            {intl.formatMessage({ id: `trade.buy-${value}` })}
          </span>
        ),
      }))}
    />
  )
}, showsSame("direction"))

/** Says that the balance is below the smallest stake, with a link to the deposit page. */
const BelowMinimumNotice = ({ minimum }: { readonly minimum: string }) => {
  const intl = useIntl()
  const format = useFormat()
  const { open } = usePageNavigation()
  return (
    <Notice
      action={
        <Button size="small" tone="secondary" onClick={() => open(urlOf("recharge"))}>
          {intl.formatMessage({ id: "money.deposit" })}
        </Button>
      }
    >
      {intl.formatMessage({ id: "ticket.short" }, { minimum: format.amount(minimum) })}
    </Notice>
  )
}

export const StakeField = ({ ticket, terms, available, returnedHold }: Omit<TicketFieldsProps, "dayMs">) => {
  const intl = useIntl()
  const format = useFormat()
  const isBalanceHidden = useIsAmountHidden("balance")
  const bounds = intl.formatMessage(
    { id: "ticket.amount.bounds" },
    { min: format.amount(terms.minStake), max: format.amount(terms.maxStake) },
  )
  const shown = (amount: string) => (isBalanceHidden ? HIDDEN_DIGITS : format.amount(amount))
  const balance =
    available === undefined
      ? null
      : intl.formatMessage({ id: "ticket.amount.balance" }, { amount: shown(available) })
  const held =
    returnedHold &&
    intl.formatMessage(
      { id: "ticket.returned-hold" },
      { amount: shown(returnedHold.amount), until: returnedHold.untilMs },
    )
  const isShort = available !== undefined && koboOf(available) < koboOf(terms.minStake)
  return (
    <div className={styles.stake}>
      {isShort ? <BelowMinimumNotice minimum={terms.minStake} /> : null}
      <AmountField
        label={intl.formatMessage({ id: "ticket.amount" })}
        hint={
          <>
            {balance ? <span className={styles.hint}>{balance}</span> : null}
            {held ? <span className={styles.hint}>{held}</span> : null}
            <span className={styles.hint}>{bounds}</span>
          </>
        }
        enterKeyHint="next"
        {...ticket.field("stake")}
      />
      <QuickAmounts shares={ticket.parts} onPick={(amount) => ticket.set("stake", format.typed(amount))} />
    </div>
  )
}

export const TermFields = memo(
  ({ ticket, terms, dayMs }: Pick<TicketFieldsProps, "ticket" | "terms" | "dayMs">) => {
    const intl = useIntl()
    const format = useFormat()
    return (
      <>
        <div className={styles.period}>
          <Segmented
            label={intl.formatMessage({ id: "ticket.period" })}
            {...ticket.field("period")}
            options={terms.periods.map((days) => ({ value: String(days), label: periodText(intl, days) }))}
          />
          {dayMs === undefined ? null : (
            <p className={styles.note}>
              {intl.formatMessage({ id: "product.day" }, { time: format.duration(dayMs, "long") })}
            </p>
          )}
        </div>
        <Segmented
          label={intl.formatMessage({ id: "ticket.leverage" })}
          about={<Term id="leverage" />}
          {...ticket.field("leverage")}
          options={terms.leverages.map((each) => ({ value: String(each), label: `${format.number(each)}×` }))}
        />
      </>
    )
  },
  showsSame("period", "leverage"),
)

/** The loss at the stop-loss. Renders with each price; nothing without a stop-loss. */
const StopLossLine = ({ symbol }: { readonly symbol: string }) => {
  const intl = useIntl()
  const format = useFormat()
  const result = useTicketFigures(symbol)?.stopLoss
  if (!result) return null
  const amount = format.amount(result.net, { signed: true })
  return <p className={styles.lossNote}>{intl.formatMessage({ id: "ticket.most-loss.stop" }, { amount })}</p>
}

interface MostLossProps {
  readonly symbol: string
  readonly amount: string | undefined
}

/** The greatest possible loss, and below it the loss at the stop-loss. */
export const MostLoss = ({ symbol, amount }: MostLossProps) => {
  const intl = useIntl()
  return (
    <Card tone="sunken">
      <p className={styles.lossLabel}>{intl.formatMessage({ id: "ticket.most-loss" })}</p>
      <p className={styles.loss}>
        {amount === undefined ? NO_FIGURE : <Amount value={amount} size="large" />}
      </p>
      <StopLossLine symbol={symbol} />
      <p className={styles.lossNote}>{intl.formatMessage({ id: "ticket.most-loss.note" })}</p>
    </Card>
  )
}

type CostTerms = Pick<ProductTerms, "commissionPpm" | "stopOutBps">

/** The loss at the stop-out: the whole stake, or the share at which this product stops. */
const stopOutNote = (text: Text, format: ReturnType<typeof useFormat>, { stopOutBps }: CostTerms): string =>
  stopOutBps >= WHOLE_BPS
    ? text("ticket.stop-out.note")
    : text("ticket.stop-out.note-share", { share: format.percent(ppmOfBps(stopOutBps)) })

const WHOLE_BPS = 10_000

/** Commission, stop-out and break-even; "–" while the order is incomplete. */
export const costRows = (
  text: Text,
  format: ReturnType<typeof useFormat>,
  terms: CostTerms,
  figures: TicketFigures | null,
): readonly Figure[] => [
  {
    id: "commission",
    label: <Term id="fee">{text("ticket.commission")}</Term>,
    note: figures
      ? text("ticket.commission.note", {
          rate: format.percent(terms.commissionPpm),
          exposure: format.amount(figures.exposure),
          share: format.percent(figures.commissionSharePpm),
        })
      : text("ticket.commission.rate", { rate: format.percent(terms.commissionPpm) }),
    value: figures ? <Amount value={figures.commission} /> : NO_FIGURE,
  },
  {
    id: "stop-out",
    label: <Term id="stop-out">{text("ticket.stop-out")}</Term>,
    note: stopOutNote(text, format, terms),
    value: figures ? <Price value={figures.stopOut} /> : NO_FIGURE,
  },
  {
    id: "break-even",
    label: <Term id="break-even">{text("ticket.break-even")}</Term>,
    note: figures
      ? text("ticket.break-even.move", { move: format.percent(figures.breakEvenMovePpm, { signed: true }) })
      : text("ticket.break-even.note"),
    value: figures ? <Price value={figures.breakEven} /> : NO_FIGURE,
  },
]

/** Commission, stop-out and break-even at the price shown. */
export const TicketCosts = ({
  terms,
  figures,
}: {
  readonly terms: CostTerms
  readonly figures: TicketFigures | null
}) => {
  const format = useFormat()
  const text = useText()
  return <Figures rows={costRows(text, format, terms, figures)} />
}
