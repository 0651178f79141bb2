import { useIntl } from "react-intl"
import { amountOf, koboOf } from "../domain/money.ts"
import { useFormat } from "./format.ts"
import styles from "./Parts.module.css"

export interface Part {
  readonly percent: number
  /** null where the part cannot be chosen (below the minimum). */
  readonly amount: string | null
}

export interface PartsProps {
  /** The whole that "max" stands for, "10000.00": each part is then a share of it, rounded down to the kobo. */
  readonly whole?: string | undefined
  /** Or the parts themselves, where their bounds and rounding are decided elsewhere. */
  readonly parts?: readonly Part[] | undefined
  /** The amount chosen. */
  readonly onPick: (amount: string) => void
  readonly disabled?: boolean | undefined
}

const shares = [25n, 50n, 75n, 100n] as const

/** The given share (per cent) of an amount, rounded down to the kobo. */
export const partOf = (whole: string, share: bigint): string => amountOf((koboOf(whole) * share) / 100n)

const partsOf = (whole: string): readonly Part[] =>
  shares.map((share) => ({
    percent: Number(share),
    amount: koboOf(whole) <= 0n ? null : partOf(whole, share),
  }))

/** Quick amounts: 25 %, 50 %, 75 % and the most. */
export const Parts = ({ whole = "0.00", parts = partsOf(whole), onPick, disabled }: PartsProps) => {
  const intl = useIntl()
  const format = useFormat()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div role="group" aria-label={intl.formatMessage({ id: "ui.parts.label" })} className={styles.parts}>
      {parts.map(({ percent, amount }) => {
        const name = percent === 100 ? intl.formatMessage({ id: "ui.parts.max" }) : format.share(percent)
        return (
          <button
            key={percent}
            type="button"
            className={styles.part}
            disabled={disabled || amount === null}
            aria-label={amount === null ? name : `${name}, ${format.amount(amount)}`}
            onClick={() => (amount === null ? undefined : onPick(amount))}
          >
            {name}
          </button>
        )
      })}
    </div>
  )
}
