import { useEffect } from "react"
import { type IntlShape, useIntl } from "react-intl"
import { type AgreedRate, isRateRefusal } from "../../domain/asset-rate.ts"
import { useServerNow } from "../../runtime/hooks/use-quotes.ts"
import { Button } from "../../ui/Button.tsx"
import type { Figure } from "../../ui/Figures.tsx"
import { type Format, useFormat } from "../../ui/format.ts"
import { Notice } from "../../ui/Notice.tsx"

type Priced = Pick<AgreedRate, "asset" | "price">

/** "1 USDT = ₦1,600.00"; four decimals only where they are not zero. */
const rateText = (intl: IntlShape, format: Format, { asset, price }: Priced): string =>
  intl.formatMessage(
    { id: "rate.line" },
    { asset, price: price.endsWith("00") ? format.amount(price.slice(0, -2)) : `₦${format.price(price)}` },
  )

/** The rate of an amount that is fixed. */
export const rateFigure = (intl: IntlShape, format: Format, rate: Priced): Figure => ({
  id: "rate",
  label: intl.formatMessage({ id: "rate.label" }),
  value: rateText(intl, format, rate),
})

/** A rate on offer, with the time until which it is held. */
export const heldRateFigures = (intl: IntlShape, format: Format, rate: AgreedRate): readonly Figure[] => [
  rateFigure(intl, format, rate),
  {
    id: "held",
    label: intl.formatMessage({ id: "rate.held" }),
    value: format.dateTime(rate.expiresAtMs),
  },
]

export interface NewRateNoticeProps {
  /** The rate on offer now. */
  readonly rate: Priced
  readonly onTake: () => void
}

/** Says that the agreed rate is no longer held, and offers the new one. */
export const NewRateNotice = ({ rate, onTake }: NewRateNoticeProps) => {
  const intl = useIntl()
  const format = useFormat()
  return (
    <Notice
      tone="warning"
      announced
      title={intl.formatMessage({ id: "rate.expired" })}
      action={
        <Button size="small" tone="secondary" onClick={onTake}>
          {intl.formatMessage({ id: "rate.take" })}
        </Button>
      }
    >
      {intl.formatMessage({ id: "rate.new" }, { rate: rateText(intl, format, rate) })}
    </Notice>
  )
}

// Whether the rate of a deposit or withdrawal is still held, and the rate that replaces it.

export interface RateSource {
  /** The rate that was taken. */
  readonly taken: AgreedRate | undefined
  /** The rate of the last answer. */
  readonly offered: AgreedRate | undefined
  /** The reason of the server's refusal, if there is one. */
  readonly refusal: string | undefined
  readonly onRetry: () => void
}

/**
 * The rate to offer instead of the one taken: once that has expired, or the server refused it or
 * missed one. Undefined while the taken one is held.
 */
export const useNewRate = ({ taken, offered, refusal, onRetry }: RateSource): AgreedRate | undefined => {
  const nowMs = useServerNow()
  const isOver = isRateRefusal(refusal) || (taken !== undefined && taken.expiresAtMs <= nowMs)
  const isNew = offered !== undefined && offered.rateId !== taken?.rateId
  useEffect(() => {
    if (isOver && !isNew) onRetry()
  }, [isOver, isNew, onRetry])
  return isOver && isNew ? offered : undefined
}
