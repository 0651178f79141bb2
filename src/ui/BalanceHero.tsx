import { type ReactNode, useId } from "react"
import { useIntl } from "react-intl"
import { Amount } from "./Amount.tsx"
import styles from "./BalanceHero.module.css"
import { IconButton } from "./Button.tsx"
import { NO_FIGURE } from "./format.ts"
import { useIsAmountHidden } from "./hidden-amounts.tsx"
import { glyphEye, glyphEyeOff } from "./Icon.tsx"
import { Skeleton } from "./Skeleton.tsx"

export interface BalanceHeroProps {
  readonly label: ReactNode
  /** Decimal string of naira; undefined while it loads, with a placeholder of the same size. */
  readonly amount: string | undefined
  /** `large` below another figure that is the page's first one. */
  readonly size?: "hero" | "large" | undefined
  /** A second, smaller figure: the amount that is not available. */
  readonly lesserLabel?: ReactNode | undefined
  readonly lesserAmount?: string | undefined
  /** Shown instead of the second figure, for example the time of a cached balance. */
  readonly note?: ReactNode | undefined
  readonly hidden?: boolean | undefined
  /** If given, an eye button appears. */
  readonly onToggleHidden?: (() => void) | undefined
  /**
   * Called on a click on the figure. `pressLabel` describes it to screen readers after label and
   * figure.
   */
  readonly onPress?: (() => void) | undefined
  readonly pressLabel?: string | undefined
  readonly stale?: boolean | undefined
  /** Buttons side by side below: Deposit and Withdraw. */
  readonly actions?: ReactNode | undefined
}

/** The balance in large digits, and below it the locked amount in small ones. */
export const BalanceHero = (props: BalanceHeroProps) => {
  const isHidden = useIsAmountHidden()
  const { hidden = isHidden, onToggleHidden, onPress } = props
  const intl = useIntl()
  const id = useId()
  const [labelId, figureId] = [`${id}-label`, `${id}-figure`]
  const { amount } = props
  const figure =
    amount === undefined ? (
      <Skeleton shape="block" />
    ) : (
      <Amount value={amount} size={props.size ?? "hero"} rolls hidden={hidden} stale={props.stale} />
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
