import { useEffect, useRef } from "react"
import { useIntl } from "react-intl"
import { useProblemText } from "../actors/context/problems.ts"
import { urlOf } from "../domain/routes.ts"
import { Amount } from "../ui/Amount.tsx"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { Figures } from "../ui/Figures.tsx"
import { Outcome, type OutcomeKind } from "./outcome.tsx"
import type { RechargeStage, RechargeViewProps } from "./recharge-view.tsx"

const kinds: Readonly<Partial<Record<RechargeStage, OutcomeKind>>> = {
  accepted: "accepted",
  unknown: "checking",
}

/** The answer screen of a deposit: reported, checking, or certainly not sent. */
export const RechargeOutcome = (props: RechargeViewProps) => {
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
      title={intl.formatMessage({ id: `deposit.outcome.${stage}` })}
      text={reason ?? intl.formatMessage({ id: `deposit.outcome.${stage}.text` })}
      actions={<Actions {...props} />}
    >
      {intent ? (
        <Card>
          <Figures
            rows={[
              { id: "network", label: intl.formatMessage({ id: "deposit.network" }), value: intent.network },
              {
                id: "amount",
                label: intl.formatMessage({ id: "deposit.amount" }),
                value: <Amount value={intent.amount} />,
                emphasis: true,
              },
            ]}
          />
        </Card>
      ) : null}
    </Outcome>
  )
}

const Actions = ({ stage, commands, open }: RechargeViewProps) => {
  const intl = useIntl()
  const records = (
    <Button
      tone={stage === "accepted" ? "primary" : "secondary"}
      onClick={() => open(urlOf("recharge-record"))}
    >
      {intl.formatMessage({ id: "deposit.records" })}
    </Button>
  )
  if (stage === "unknown") return records
  if (stage === "accepted")
    return (
      <>
        {records}
        <Button tone="secondary" onClick={commands.again}>
          {intl.formatMessage({ id: "deposit.outcome.again" })}
        </Button>
      </>
    )
  return (
    <>
      <Button onClick={commands.submit}>{intl.formatMessage({ id: "withdraw.outcome.resend" })}</Button>
      <Button tone="secondary" onClick={commands.back}>
        {intl.formatMessage({ id: "withdraw.outcome.change" })}
      </Button>
    </>
  )
}
