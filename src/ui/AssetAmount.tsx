import { useFormat } from "./format.ts"

export interface AssetAmountProps {
  /** A decimal, "31.25". */
  readonly value: string
  readonly asset: string
}

/** An amount of an asset: "31.25 USDT". `<data value>` holds the exact value. */
export const AssetAmount = ({ value, asset }: AssetAmountProps) => {
  const format = useFormat()
  return (
    <data value={value}>
      {format.number(value)}&nbsp;<span translate="no">{asset}</span>
    </data>
  )
}
