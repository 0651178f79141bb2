import { useIntl } from "react-intl"
import { urlOf } from "../../navigation/routes.ts"
import { Button } from "../../ui/Button.tsx"
import { type Answered, CashOutcome } from "../patterns/cash-outcome.tsx"
import { WithdrawFigures } from "./withdraw-review.tsx"
import type { WithdrawViewProps } from "./withdraw-view.tsx"

type WithdrawOutcomeProps = WithdrawViewProps & { readonly stage: Answered }

/** What became of a withdrawal, with its figures. A refusal goes back to the form, next to its field. */
export const WithdrawOutcome = (props: WithdrawOutcomeProps) => {
  const { intent } = props
  return (
    <CashOutcome {...props} of="withdraw" waysOn={<WaysOn {...props} />}>
      {intent ? <WithdrawFigures {...intent} to={intent.label} /> : null}
    </CashOutcome>
  )
}

const WaysOn = ({ stage, withdrawalId, commands, open }: WithdrawOutcomeProps) => {
  const intl = useIntl()
  const text = (id: string) => intl.formatMessage({ id })
  if (stage !== "accepted")
    return (
      <Button tone="secondary" onClick={() => open(urlOf("withdraw-record"))}>
        {text("withdraw.records")}
      </Button>
    )
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
}
