import { useIntl } from "react-intl"
import type { WithdrawalField, WithdrawalIntent } from "../../domain/cash-intent.ts"
import { urlOf } from "../../navigation/routes.ts"
import type { Told } from "../../runtime/hooks/use-problem-text.ts"
import { Button } from "../../ui/Button.tsx"
import { TextLink } from "../../ui/TextLink.tsx"
import { isAnswered } from "../patterns/cash-outcome.tsx"
import type { Loadable } from "../patterns/loaded.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { WithdrawForm } from "./withdraw-form.tsx"
import type { DestinationOption } from "./withdraw-options.ts"
import { WithdrawOutcome } from "./withdraw-outcome.tsx"
import { WithdrawReview } from "./withdraw-review.tsx"

/** Where a withdrawal stands, as far as a member has to know. */
export type WithdrawStage =
  | "filling"
  | "reviewing"
  | "sending"
  | "unknown"
  | "accepted"
  | "not-placed"
  | "not-recorded"

export interface WithdrawCommands {
  readonly choose: (option: DestinationOption) => void
  readonly change: (typed: string) => void
  readonly leave: () => void
  readonly review: () => void
  readonly back: () => void
  readonly submit: () => void
  readonly again: () => void
}

export interface WithdrawViewProps {
  readonly stage: WithdrawStage
  /** As typed. */
  readonly amount: string
  readonly destinationId: string | undefined
  readonly available: Loadable<string>
  readonly options: Loadable<readonly DestinationOption[]>
  readonly problems: Readonly<Partial<Record<WithdrawalField, Told>>>
  /** A refusal that is about no field. */
  readonly refusal: Told | null
  readonly focus: { readonly field: string; readonly count: number } | null
  /** What would be fixed on review; null while something is missing. */
  readonly preview: WithdrawalIntent | null
  /** What was fixed on review. */
  readonly intent: WithdrawalIntent | null
  readonly failure: Told | null
  readonly withdrawalId: string | null
  readonly commands: WithdrawCommands
  readonly open: (url: string) => void
  readonly onBack: () => void
}

const FORM = "withdraw"

/** A withdrawal: how much and where to, what it costs and what arrives, a confirmation that repeats it all, and the server's word. */
export const WithdrawView = (props: WithdrawViewProps) => {
  const { stage, open } = props
  const intl = useIntl()
  const records = urlOf("withdraw-record")
  const isOutcome = isAnswered(stage)
  const isKnown = props.available.data !== undefined && props.options.data !== undefined
  return (
    <SubPage
      money
      width="form"
      title={intl.formatMessage({ id: "withdraw.title" })}
      onBack={props.onBack}
      actions={
        <TextLink href={records} onPress={() => open(records)}>
          {intl.formatMessage({ id: "withdraw.records" })}
        </TextLink>
      }
      footer={
        isOutcome || !isKnown ? undefined : (
          <Button type="submit" form={FORM} wide>
            {intl.formatMessage({ id: "withdraw.review" })}
          </Button>
        )
      }
    >
      {isOutcome ? <WithdrawOutcome {...props} stage={stage} /> : <WithdrawForm {...props} formId={FORM} />}
      <WithdrawReview
        open={stage === "reviewing" || stage === "sending"}
        busy={stage === "sending"}
        intent={props.intent}
        onSubmit={props.commands.submit}
        onBack={props.commands.back}
      />
    </SubPage>
  )
}
