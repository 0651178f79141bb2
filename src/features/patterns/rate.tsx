import { type ReactNode, useEffect } from "react"
import { type IntlShape, useIntl } from "react-intl"
import { type AgreedRate, isRateRefusal } from "../../domain/asset-rate.ts"
import { useServerNow } from "../../runtime/hooks/use-quotes.ts"
import { Button } from "../../ui/Button.tsx"
import type { Figure } from "../../ui/Figures.tsx"
import { type Format, formatOf } from "../../ui/format.ts"
import { Notice } from "../../ui/Notice.tsx"

type Priced = Pick<AgreedRate, "asset" | "price">

/**
 * "1 USDT = ₦1,600.00"; four decimals only where they are not zero. A rate is the same for
 * everybody, so it is shown also where amounts are hidden.
 */
const rateText = (intl: IntlShape, { asset, price }: Priced): string => {
  const places = price.endsWith("00") ? price.slice(-4, -2) : price.slice(-4)
  const parts = formatOf(intl.locale).amountParts(price.slice(0, -2))
  const shown = parts.map(({ type, value }) => (type === "fraction" ? places : value)).join("")
  return intl.formatMessage({ id: "rate.line" }, { asset, price: shown })
}

/** The rate of an amount that is fixed. */
export const rateFigure = (intl: IntlShape, rate: Priced): Figure => ({
  id: "rate",
  label: intl.formatMessage({ id: "rate.label" }),
  value: rateText(intl, rate),
})

/** A rate on offer, with the time until which it is held. */
export const heldRateFigures = (intl: IntlShape, format: Format, rate: AgreedRate): readonly Figure[] => [
  rateFigure(intl, rate),
  {
    id: "held",
    label: intl.formatMessage({ id: "rate.held" }),
    value: format.dateTime(rate.expiresAtMs),
  },
]

export interface NewRateNoticeProps extends Pick<NewTermsNoticeProps, "disabled" | "onTake"> {
  /** The rate on offer now. */
  readonly rate: Priced
}

/** Says that the agreed rate is no longer held, and offers the new one. */
export const NewRateNotice = ({ rate, ...action }: NewRateNoticeProps) => {
  const intl = useIntl()
  return (
    <NewTermsNotice
      title={intl.formatMessage({ id: "rate.expired" })}
      take={intl.formatMessage({ id: "rate.take" })}
      {...action}
    >
      {intl.formatMessage({ id: "rate.new" }, { rate: rateText(intl, rate) })}
    </NewTermsNotice>
  )
}

export interface NewTermsNoticeProps {
  readonly title: string
  /** What changed, and to what. */
  readonly children: ReactNode
  /** The words of the button that takes the new terms. */
  readonly take: string
  /** While what was shown is on its way to the server. */
  readonly disabled?: boolean
  readonly onTake: () => void
}

/** Says that what the member was shown has changed, and offers what is in force now. */
export const NewTermsNotice = ({ title, children, take, disabled, onTake }: NewTermsNoticeProps) => (
  <Notice
    tone="warning"
    announced
    title={title}
    action={
      <Button size="small" tone="secondary" disabled={disabled} onClick={onTake}>
        {take}
      </Button>
    }
  >
    {children}
  </Notice>
)

// Whether the rate of a deposit or withdrawal is still held, and the rate that replaces it.

export interface RateSource {
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
