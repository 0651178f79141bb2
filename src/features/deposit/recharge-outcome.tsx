import { useIntl } from "react-intl"
import { urlOf } from "../../navigation/routes.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { Figures } from "../../ui/Figures.tsx"
import { type Answered, CashOutcome } from "../patterns/cash-outcome.tsx"
import type { RechargeViewProps } from "./recharge-view.tsx"

type RechargeOutcomeProps = RechargeViewProps & { readonly stage: Answered }

/** What became of a deposit, with its network and amount. */
export const RechargeOutcome = (props: RechargeOutcomeProps) => {
  const { intent } = props
  const intl = useIntl()
  return (
    <CashOutcome {...props} of="deposit" waysOn={<WaysOn {...props} />}>
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
    </CashOutcome>
  )
}

const WaysOn = ({ stage, commands, open }: RechargeOutcomeProps) => {
  const intl = useIntl()
  const isAccepted = stage === "accepted"
  return (
    <>
      <Button tone={isAccepted ? "primary" : "secondary"} onClick={() => open(urlOf("recharge-record"))}>
        {intl.formatMessage({ id: "deposit.records" })}
      </Button>
      {isAccepted ? (
        <Button tone="secondary" onClick={commands.again}>
          {intl.formatMessage({ id: "deposit.outcome.again" })}
        </Button>
      ) : null}
    </>
  )
}
