import { useEffect, useRef } from "react"
import { useIntl } from "react-intl"
import { useProblemText } from "../actors/context/problems.ts"
import { urlOf } from "../domain/routes.ts"
import { Button } from "../ui/Button.tsx"
import { Outcome, type OutcomeKind } from "./outcome.tsx"
import { WithdrawFigures } from "./withdraw-review.tsx"
import type { WithdrawStage, WithdrawViewProps } from "./withdraw-view.tsx"

const kinds: Readonly<Partial<Record<WithdrawStage, OutcomeKind>>> = {
  accepted: "accepted",
  unknown: "checking",
}

/** The answer screen: accepted, checking, or certainly not sent. A refusal goes back to the form, next to its field. */
export const WithdrawOutcome = (props: WithdrawViewProps) => {
  const { stage, failure, intent } = props
  const intl = useIntl()
  const textOf = useProblemText()
  const heading = useRef<HTMLSpanElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new answer takes the focus
  useEffect(() => heading.current?.focus({ preventScroll: true }), [stage])
  const reason = stage === "not-recorded" ? textOf(failure) : undefined
  return (
    <Outcome
      key={stage}
      headingRef={heading}
      kind={kinds[stage] ?? "not-sent"}
      title={intl.formatMessage({ id: `withdraw.outcome.${stage}` })}
      text={reason ?? intl.formatMessage({ id: `withdraw.outcome.${stage}.text` })}
      actions={<Actions {...props} />}
    >
      {intent ? <WithdrawFigures {...intent} to={intent.label} /> : null}
    </Outcome>
  )
}

const Actions = ({ stage, withdrawalId, commands, open }: WithdrawViewProps) => {
  const intl = useIntl()
  const text = (id: string) => intl.formatMessage({ id })
  if (stage === "unknown")
    return (
      <Button tone="secondary" onClick={() => open(urlOf("withdraw-record"))}>
        {text("withdraw.records")}
      </Button>
    )
  if (stage === "accepted")
    return (
      <>
        {withdrawalId === null ? null : (
          <Button onClick={() => open(urlOf("withdraw-record-detail", { id: withdrawalId }))}>
            {text("withdraw.outcome.open")}
          </Button>
        )}
        <Button tone="secondary" onClick={commands.again}>
          {text("withdraw.outcome.again")}
        </Button>
      </>
    )
  return (
    <>
      <Button onClick={commands.submit}>{text("withdraw.outcome.resend")}</Button>
      <Button tone="secondary" onClick={commands.back}>
        {text("withdraw.outcome.change")}
      </Button>
    </>
  )
}
