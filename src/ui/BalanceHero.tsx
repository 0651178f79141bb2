import { type ReactNode, useId } from "react"
import { useIntl } from "react-intl"
import { Amount } from "./Amount.tsx"
import styles from "./BalanceHero.module.css"
import { glyphEye, glyphEyeOff } from "./glyphs-basic.ts"
import { IconButton } from "./IconButton.tsx"

export interface BalanceHeroProps {
  readonly label: ReactNode
  /** Decimal string of naira. */
  readonly amount: string
  /** A second, small figure: what is not available now. */
  readonly lesserLabel?: ReactNode | undefined
  readonly lesserAmount?: string | undefined
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
  const figure = <Amount value={props.amount} size="hero" rolls hidden={hidden} stale={props.stale} />
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
      {onPress ? (
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
      {props.lesserAmount === undefined ? null : (
        <p className={styles.lesser}>
          {props.lesserLabel} <Amount value={props.lesserAmount} hidden={hidden} />
        </p>
      )}
      {props.actions ? <div className={styles.actions}>{props.actions}</div> : null}
    </section>
  )
}
