import { type ReactNode, useId } from "react"
import { useIntl } from "react-intl"
import { Amount } from "./Amount.tsx"
import styles from "./BalanceHero.module.css"
import { NO_FIGURE } from "./format.ts"
import { glyphEye, glyphEyeOff } from "./glyphs-basic.ts"
import { IconButton } from "./IconButton.tsx"
import { Skeleton } from "./Skeleton.tsx"

export interface BalanceHeroProps {
  readonly label: ReactNode
  /** Decimal string of naira; undefined while it is on its way: the place is kept for it. */
  readonly amount: string | undefined
  /** A second, small figure: what is not available now. */
  readonly lesserLabel?: ReactNode | undefined
  readonly lesserAmount?: string | undefined
  /** Stands in place of the second figure: from when the first is. */
  readonly note?: ReactNode | undefined
  readonly hidden?: boolean | undefined
  /** An eye appears when given. */
  readonly onToggleHidden?: (() => void) | undefined
  /** Tap on the figure: what it is made of. `pressLabel` says so to readers, after its name, which is the label and the figure. */
  readonly onPress?: (() => void) | undefined
  readonly pressLabel?: string | undefined
  readonly stale?: boolean | undefined
  /** Below, side by side: Deposit and Withdraw. */
  readonly actions?: ReactNode | undefined
}

/** The figure a member came for, large; what is locked beneath it, small. */
export const BalanceHero = (props: BalanceHeroProps) => {
  const { hidden = false, onToggleHidden, onPress } = props
  const intl = useIntl()
  const id = useId()
  const [labelId, figureId] = [`${id}-label`, `${id}-figure`]
  const { amount } = props
  const figure =
    amount === undefined ? (
      <Skeleton shape="block" />
    ) : (
      <Amount value={amount} size="hero" rolls hidden={hidden} stale={props.stale} />
    )
  return (
    <section className={styles.hero}>
      <div className={styles.head}>
        <span id={labelId} className={styles.label}>
          {props.label}
        </span>
        {onToggleHidden ? (
          <IconButton
            glyph={hidden ? glyphEyeOff : glyphEye}
            label={intl.formatMessage({ id: hidden ? "ui.amount.show" : "ui.amount.hide" })}
            onClick={onToggleHidden}
          />
        ) : null}
      </div>
      {onPress && amount !== undefined ? (
        <button
          type="button"
          id={figureId}
          className={styles.press}
          onClick={onPress}
          aria-labelledby={`${labelId} ${figureId}`}
          aria-description={props.pressLabel}
        >
          {figure}
        </button>
      ) : (
        <div className={styles.figure}>{figure}</div>
      )}
      <Lesser {...props} />
      {props.actions ? <div className={styles.actions}>{props.actions}</div> : null}
    </section>
  )
}

const Lesser = ({ note, lesserLabel, lesserAmount, hidden }: BalanceHeroProps) => {
  if (note !== undefined) return <p className={styles.lesser}>{note}</p>
  if (lesserLabel === undefined) return null
  return (
    <p className={styles.lesser}>
      {lesserLabel} {lesserAmount === undefined ? NO_FIGURE : <Amount value={lesserAmount} hidden={hidden} />}
    </p>
  )
}
