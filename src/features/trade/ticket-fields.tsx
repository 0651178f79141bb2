import { memo, type ReactNode, type Ref, useState } from "react"
import { useIntl } from "react-intl"
import type { OrderPhase } from "../../../machines/order.ts"
import { HIDDEN_DIGITS } from "../../domain/hidden-digits.ts"
import { koboOf, readingShown } from "../../domain/money.ts"
import type { QuickPart } from "../../domain/quick-parts.ts"
import { type DraftField, type OrderIntent, type ProductTerms, parseSlippage } from "../../domain/ticket.ts"
import type { TicketFigures } from "../../domain/ticket-figures.ts"
import { urlOf } from "../../navigation/routes.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { type Figure, Figures } from "../../ui/Figures.tsx"
import { type Format, NO_FIGURE, ppmOfBps, useFormat } from "../../ui/format.ts"
import { useIsAmountHidden } from "../../ui/hidden-amounts.tsx"
import { glyphChevronDown, Icon } from "../../ui/Icon.tsx"
import type { MessageId } from "../../ui/message-id.ts"
import { Notice } from "../../ui/Notice.tsx"
import { Price } from "../../ui/Price.tsx"
import { QuickAmounts } from "../../ui/QuickAmounts.tsx"
import { Segmented } from "../../ui/Segmented.tsx"
import { directionMark, periodText } from "../holdings/contract-terms.tsx"
import { AmountField, ReadingField } from "../patterns/amount-field.tsx"
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
  /** The available balance; undefined while it is not known. */
  readonly available: string | undefined
  /** How long a contract day lasts on this market. */
  readonly dayMs: number | undefined
}

type Fields = Pick<TicketFieldsProps, "ticket"> & Partial<Pick<TicketFieldsProps, "terms" | "dayMs">>

/**
 * Compares these fields and what else is shown with them: a key that is typed in another field
 * renders nothing here. The commands of a field stay the same for the life of its page.
 */
const showsSame =
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

export const StakeField = ({ ticket, terms, available }: Omit<TicketFieldsProps, "dayMs">) => {
  const intl = useIntl()
  const format = useFormat()
  const isBalanceHidden = useIsAmountHidden("balance")
  const bounds = intl.formatMessage(
    { id: "ticket.amount.bounds" },
    { min: format.amount(terms.minStake), max: format.amount(terms.maxStake) },
  )
  const balance =
    available === undefined
      ? null
      : intl.formatMessage(
          { id: "ticket.amount.balance" },
          { amount: isBalanceHidden ? HIDDEN_DIGITS : format.amount(available) },
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
          {...ticket.field("leverage")}
          options={terms.leverages.map((each) => ({ value: String(each), label: `${format.number(each)}×` }))}
        />
      </>
    )
  },
  showsSame("period", "leverage"),
)

const Disclosure = ({
  title,
  forced,
  children,
}: {
  readonly title: string
  readonly forced: boolean
  readonly children: ReactNode
}) => {
  const [chosen, setChosen] = useState(false)
  const open = chosen || forced
  return (
    <details className={styles.more} open={open} onToggle={(event) => setChosen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        {title}
        <Icon glyph={glyphChevronDown} size={20} />
      </summary>
      <div className={styles.fields}>{children}</div>
    </details>
  )
}

/** How a typed price is read, where its separators could mean something else. */
const priceReading = (format: Format, typed: string): string | null => {
  const reading = readingShown(typed, format.separators)
  return reading === null ? null : format.price(reading)
}

const slippageReading = (format: Format, typed: string): string | null => {
  const isShown = readingShown(typed.replace(/\s*%\s*$/, ""), format.separators) !== null
  const parsed = parseSlippage(typed, format.separators)
  return isShown && parsed.ok && parsed.value !== null ? format.percent(ppmOfBps(parsed.value)) : null
}

/** Optional limits: slippage, stop loss and take profit. Opens by itself when one has a problem. */
export const LimitFields = memo(
  ({ ticket }: Pick<TicketFieldsProps, "ticket">) => {
    const intl = useIntl()
    const format = useFormat()
    const text = (id: MessageId) => intl.formatMessage({ id })
    const [slippage, takeProfit, stopLoss] = [
      ticket.field("slippage"),
      ticket.field("takeProfit"),
      ticket.field("stopLoss"),
    ]
    const isNeeded = [slippage, takeProfit, stopLoss].some((each) => Boolean(each.error))
    return (
      <Disclosure title={text("ticket.limits")} forced={isNeeded}>
        <ReadingField
          label={text("ticket.slippage")}
          hint={text("ticket.slippage.hint")}
          suffix="%"
          reading={slippageReading(format, slippage.value)}
          {...slippage}
        />
        <ReadingField
          label={text("ticket.stop-loss")}
          hint={text("ticket.stop-loss.hint")}
          reading={priceReading(format, stopLoss.value)}
          {...stopLoss}
        />
        <ReadingField
          label={text("ticket.take-profit")}
          hint={text("ticket.take-profit.hint")}
          reading={priceReading(format, takeProfit.value)}
          {...takeProfit}
        />
      </Disclosure>
    )
  },
  showsSame("slippage", "takeProfit", "stopLoss"),
)

/** The greatest possible loss. */
export const MostLoss = ({ amount }: { readonly amount: string | undefined }) => {
  const intl = useIntl()
  return (
    <Card tone="sunken">
      <p className={styles.lossLabel}>{intl.formatMessage({ id: "ticket.most-loss" })}</p>
      <p className={styles.loss}>
        {amount === undefined ? NO_FIGURE : <Amount value={amount} size="large" />}
      </p>
      <p className={styles.lossNote}>{intl.formatMessage({ id: "ticket.most-loss.note" })}</p>
    </Card>
  )
}

/** Commission, stop-out and break-even; "–" while the order is incomplete. */
export const costRows = (
  text: (id: MessageId, values?: Record<string, string>) => string,
  format: ReturnType<typeof useFormat>,
  terms: Pick<ProductTerms, "commissionPpm">,
  figures: TicketFigures | null,
): readonly Figure[] => [
  {
    id: "commission",
    label: text("ticket.commission"),
    note: figures
      ? text("ticket.commission.note", {
          rate: format.percent(terms.commissionPpm),
          exposure: format.amount(figures.exposure),
        })
      : text("ticket.commission.rate", { rate: format.percent(terms.commissionPpm) }),
    value: figures ? <Amount value={figures.commission} /> : NO_FIGURE,
  },
  {
    id: "stop-out",
    label: text("ticket.stop-out"),
    note: text("ticket.stop-out.note"),
    value: figures ? <Price value={figures.stopOut} /> : NO_FIGURE,
  },
  {
    id: "break-even",
    label: text("ticket.break-even"),
    note: text("ticket.break-even.note"),
    value: figures ? <Price value={figures.breakEven} /> : NO_FIGURE,
  },
]

/** Commission, stop-out and break-even at the price shown. */
export const TicketCosts = ({
  terms,
  figures,
}: {
  readonly terms: Pick<ProductTerms, "commissionPpm">
  readonly figures: TicketFigures | null
}) => {
  const intl = useIntl()
  const format = useFormat()
  const text = (id: MessageId, values?: Record<string, string>) => intl.formatMessage({ id }, values)
  return <Figures rows={costRows(text, format, terms, figures)} />
}
