import { type IntlShape, useIntl } from "react-intl"
import type { AssetRate } from "../../domain/asset-rate.ts"
import { Button } from "../../ui/Button.tsx"
import type { Figure } from "../../ui/Figures.tsx"
import { type Format, useFormat } from "../../ui/format.ts"
import { Notice } from "../../ui/Notice.tsx"

type Priced = Pick<AssetRate, "asset" | "price">

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
export const heldRateFigures = (intl: IntlShape, format: Format, rate: AssetRate): readonly Figure[] => [
  rateFigure(intl, format, rate),
  {
    id: "held",
    label: intl.formatMessage({ id: "rate.held" }),
    value: format.dateTime(rate.expiresAtMs),
  },
]

export interface NewRateNoticeProps {
  /** The rate on offer now. */
  readonly rate: AssetRate
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
