import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import { type Told, useProblemText } from "../../runtime/hooks/use-problem-text.ts"
import { Button } from "../../ui/Button.tsx"
import { Outcome, type OutcomeKind } from "./outcome.tsx"
import { useHeadingFocus } from "./use-heading-focus.ts"

/** Where money that was sent on its way may stand when the answer is shown. */
const kinds = {
  accepted: "accepted",
  unknown: "checking",
  "not-placed": "not-sent",
  "not-recorded": "not-sent",
} as const satisfies Readonly<Record<string, OutcomeKind>>

export type Answered = keyof typeof kinds

const titles = {
  deposit: (stage: Answered) => `deposit.outcome.${stage}`,
  withdraw: (stage: Answered) => `withdraw.outcome.${stage}`,
} as const

/** Whether a deposit or a withdrawal has come to its answer screen. */
export const isAnswered = (stage: string): stage is Answered => stage in kinds

export interface CashOutcomeProps {
  readonly of: keyof typeof titles
  readonly stage: Answered
  /** Why it could not be written down. */
  readonly failure: Told | null
  readonly commands: { readonly submit: () => void; readonly back: () => void }
  /** The ways on while it is looked into and once it is accepted. What was not sent can be sent again or changed. */
  readonly waysOn: ReactNode
  /** What was sent, once more. */
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

/** The answer screen of a deposit or a withdrawal: accepted, checking, or certainly not sent. Each new answer takes the focus. */
export const CashOutcome = ({ of, stage, failure, commands, waysOn, children }: CashOutcomeProps) => {
  const intl = useIntl()
  const textOf = useProblemText()
  const heading = useHeadingFocus(stage)
  const kind = kinds[stage]
  const title = titles[of](stage)
  const reason = stage === "not-recorded" ? textOf(failure) : undefined
  return (
    <Outcome
      key={stage}
      headingRef={heading}
      kind={kind}
      title={intl.formatMessage({ id: title })}
      text={reason ?? intl.formatMessage({ id: `${title}.text` })}
      actions={kind === "not-sent" ? <SendAgain {...commands} /> : waysOn}
    >
      {children}
    </Outcome>
  )
}
