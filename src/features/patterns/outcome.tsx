import { type ReactNode, type Ref, type RefObject, useEffect, useRef } from "react"
import { useIntl } from "react-intl"
import { type ShownProblem, useProblemText } from "../../runtime/hooks/use-problem.ts"
import { Button } from "../../ui/Button.tsx"
import { classes } from "../../ui/classes.ts"
import { glyphClock } from "../../ui/glyphs.ts"
import { glyphAlert, glyphCheck, Icon } from "../../ui/Icon.tsx"
import styles from "./outcome.module.css"

/** `checking`: the outcome is not known yet. `not-sent`: the operation certainly did not happen. */
export type OutcomeKind = "accepted" | "checking" | "not-sent"

export interface OutcomeProps {
  readonly kind: OutcomeKind
  readonly title: ReactNode
  readonly text: ReactNode
  /** Receives the focus, so that a screen reader starts at the heading. */
  readonly headingRef?: Ref<HTMLSpanElement> | undefined
  /** The figures that were sent. */
  readonly children?: ReactNode | undefined
  /** Buttons below; omitted where the page has them in its footer. */
  readonly actions?: ReactNode | undefined
}

const glyphs = { accepted: glyphCheck, checking: glyphClock, "not-sent": glyphAlert }

/**
 * The result of an operation, announced when it appears: a mark, a heading, one or two sentences.
 */
export const Outcome = ({ kind, title, text, headingRef, children, actions }: OutcomeProps) => (
  <div className={styles.page}>
    <div className={styles.outcome} role="status">
      <span className={classes(styles.mark, styles[kind])}>
        <Icon glyph={glyphs[kind]} size={28} />
      </span>
      <h2 className={styles.title}>
        <span ref={headingRef} tabIndex={-1} className={styles.heading}>
          {title}
        </span>
      </h2>
      <p className={styles.text}>{text}</p>
    </div>
    {children}
    {actions ? <div className={styles.actions}>{actions}</div> : null}
  </div>
)

/**
 * Moves the focus to a heading when it mounts and whenever `view` changes, so that screen readers
 * start there.
 */
export const useHeadingFocus = (view?: string): RefObject<HTMLSpanElement | null> => {
  const heading = useRef<HTMLSpanElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each view has its own heading
  useEffect(() => heading.current?.focus({ preventScroll: true }), [view])
  return heading
}

/**
 * How the outcome of a deposit or a withdrawal is shown, by the phase of its machine. A page has its
 * own table for the other phases.
 */
const cashOutcomes = {
  accepted: { kind: "accepted", text: "accepted" },
  checking: { kind: "checking", text: "unknown" },
  notPlaced: { kind: "not-sent", text: "not-placed" },
  notRecorded: { kind: "not-sent", text: "not-recorded" },
} as const satisfies Readonly<Record<string, { readonly kind: OutcomeKind; readonly text: string }>>

type OutcomeText = (typeof cashOutcomes)[CashOutcomePhase]["text"]

const titles = {
  deposit: (text: OutcomeText) => `deposit.outcome.${text}` as const,
  withdraw: (text: OutcomeText) => `withdraw.outcome.${text}` as const,
  // a payment that has started is pending
  pay: (text: OutcomeText) => (text === "accepted" ? "pay.pending" : (`pay.outcome.${text}` as const)),
} as const

/** A phase in which the outcome replaces the form. */
export type CashOutcomePhase = keyof typeof cashOutcomes

export const isCashOutcome = (phase: string): phase is CashOutcomePhase => phase in cashOutcomes

export interface CashOutcomeProps {
  readonly of: keyof typeof titles
  readonly phase: CashOutcomePhase
  /** Why the operation could not be recorded in the journal. */
  readonly failure: ShownProblem | null
  readonly commands: { readonly submit: () => void; readonly back: () => void }
  /** Buttons for `checking` and `accepted`. What was not sent can be sent again or changed. */
  readonly actions: ReactNode
  /** The figures that were sent. */
  readonly children: ReactNode
}

const SendAgain = ({ submit, back }: CashOutcomeProps["commands"]) => {
  const intl = useIntl()
  return (
    <>
      <Button onClick={submit}>{intl.formatMessage({ id: "withdraw.outcome.resend" })}</Button>
      <Button tone="secondary" onClick={back}>
        {intl.formatMessage({ id: "withdraw.outcome.change" })}
      </Button>
    </>
  )
}

/**
 * The outcome of a deposit or a withdrawal: accepted, still being checked, or certainly not sent.
 */
export const CashOutcome = ({ of, phase, failure, commands, actions, children }: CashOutcomeProps) => {
  const intl = useIntl()
  const textOf = useProblemText()
  const heading = useHeadingFocus(phase)
  const { kind, text } = cashOutcomes[phase]
  const title = titles[of](text)
  const reason = phase === "notRecorded" ? textOf(failure) : undefined
  return (
    <Outcome
      key={phase}
      headingRef={heading}
      kind={kind}
      title={intl.formatMessage({ id: title })}
      text={reason ?? intl.formatMessage({ id: `${title}.text` })}
      actions={kind === "not-sent" ? <SendAgain {...commands} /> : actions}
    >
      {children}
    </Outcome>
  )
}
