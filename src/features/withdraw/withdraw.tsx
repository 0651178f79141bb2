import { useIntl } from "react-intl"
import type { WithdrawalPhase } from "../../../machines/withdrawal.ts"
import { urlOf } from "../../navigation/routes.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { useWallet } from "../../runtime/hooks/use-wallet.ts"
import { useWithdrawal } from "../../runtime/hooks/use-withdrawal.ts"
import { Button } from "../../ui/Button.tsx"
import { FormAmounts } from "../../ui/hidden-amounts.tsx"
import { useWideLayout } from "../../ui/use-media-query.ts"
import { useText } from "../../ui/use-text.ts"
import { CashPage } from "../patterns/cash-page.tsx"
import styles from "../patterns/form-view.module.css"
import { joinLoaded, mapLoaded } from "../patterns/loaded.tsx"
import { CashOutcome, type CashOutcomePhase, isCashOutcome } from "../patterns/outcome.tsx"
import { useNewRate } from "../patterns/rate.tsx"
import { WithdrawForm, WithdrawSummary, type WithdrawViewProps } from "./withdraw-form.tsx"
import { destinationOptions } from "./withdraw-options.ts"
import { WithdrawFigures, WithdrawReview } from "./withdraw-review.tsx"

const FORM = "withdraw"

/** The review above the form in each phase without an outcome. */
const reviews: Readonly<Record<Exclude<WithdrawalPhase, CashOutcomePhase>, "none" | "open" | "busy">> = {
  closed: "none",
  filling: "none",
  refused: "none",
  reviewing: "open",
  sending: "busy",
}

/** A withdrawal: form, review and outcome. */
export const WithdrawView = (props: WithdrawViewProps) => {
  const { phase } = props
  const intl = useIntl()
  const isOutcome = isCashOutcome(phase)
  const review = isOutcome ? "none" : reviews[phase]
  const isKnown = props.available.data !== undefined && props.options.data !== undefined
  const button =
    isOutcome || !isKnown ? undefined : (
      <Button type="submit" form={FORM} wide>
        {intl.formatMessage({ id: "withdraw.review" })}
      </Button>
    )
  return (
    <CashPage
      title="withdraw.title"
      records="withdraw-record"
      footer={props.isWide ? undefined : button}
      aside={
        props.isWide && !isOutcome ? (
          <div className={styles.aside}>
            <WithdrawSummary {...props} />
            {button}
          </div>
        ) : undefined
      }
    >
      {isOutcome ? <WithdrawOutcome {...props} phase={phase} /> : <WithdrawForm {...props} formId={FORM} />}
      <WithdrawReview
        open={review !== "none"}
        busy={review === "busy"}
        intent={props.intent}
        destination={props.options.data?.find(
          (each) => each.destination.destinationId === props.intent?.destinationId,
        )}
        onSubmit={props.commands.submit}
        onBack={props.commands.back}
      />
    </CashPage>
  )
}

type WithdrawOutcomeProps = WithdrawViewProps & { readonly phase: CashOutcomePhase }

/** The outcome of a withdrawal with its figures. A refusal is shown in the form. */
const WithdrawOutcome = (props: WithdrawOutcomeProps) => {
  const { intent } = props
  return (
    <CashOutcome {...props} of="withdraw" actions={<OutcomeActions {...props} />}>
      {intent ? <WithdrawFigures {...intent} to={intent.label} /> : null}
    </CashOutcome>
  )
}

const OutcomeActions = ({ phase, withdrawalId, commands, open }: WithdrawOutcomeProps) => {
  const text = useText()
  return (
    <>
      {phase === "accepted" ? null : (
        <Button tone="secondary" onClick={() => open(urlOf("withdraw-record"))}>
          {text("withdraw.records")}
        </Button>
      )}
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

/** Joins cards, addresses and terms to the list of withdrawal destinations. */
const useOptions = () => {
  const cards = useQuery("bankCards", {})
  const addresses = useQuery("cryptoAddresses", {})
  const terms = useQuery("withdrawalTerms", {}, { refreshOn: ["operation.refused"] })
  const places = joinLoaded(cards, addresses, (banks, wallets) => ({ banks, wallets }))
  return {
    options: joinLoaded(places, terms, ({ banks, wallets }, known) =>
      destinationOptions(banks, wallets, known),
    ),
    refreshTerms: terms.onRetry,
  }
}

/** The destination that is confirmed: of a crypto address every sign. */
const wholeDestination = (
  intent: WithdrawViewProps["intent"],
  options: WithdrawViewProps["options"]["data"],
): string => {
  const { name, whole } =
    options?.find((each) => each.destination.destinationId === intent?.destinationId) ?? {}
  return whole === undefined
    ? (intent?.label ?? "")
    : [name, whole.address, whole.tag].filter(Boolean).join(" ")
}

export const Withdraw = () => {
  const { open } = usePageNavigation()
  const isWide = useWideLayout()
  const wallet = useWallet()
  const available = mapLoaded(wallet, (known) => known.available)
  const { options, refreshTerms } = useOptions()
  // a cached balance must not be traded with
  const withdrawal = useWithdrawal(wallet.isFromCache ? undefined : available.data)
  const destination = withdrawal.destination ?? undefined
  const offered = options.data?.find((each) => each.destination.destinationId === destination?.destinationId)
  const rate = useNewRate({
    taken: destination?.rate,
    offered: offered?.destination.rate,
    refusal: withdrawal.refusal?.reason,
    onRetry: refreshTerms,
  })
  const isFeeOver =
    withdrawal.refusal?.reason === "withdrawal.fee-changed" && offered?.destination.fee !== destination?.fee
  // the machine takes no command before it knows of the visit, so nothing can be chosen yet
  const isOpen = withdrawal.phase !== "closed"
  const { choose, change, leave, review, submit, again } = withdrawal
  return (
    <FormAmounts>
      <WithdrawView
        phase={withdrawal.phase}
        amount={withdrawal.amount}
        destination={destination}
        available={isOpen ? available : { ...available, data: undefined }}
        options={isOpen ? options : { ...options, data: undefined }}
        problems={withdrawal.problems}
        refusal={withdrawal.refusal}
        focus={withdrawal.focus}
        preview={withdrawal.preview}
        intent={withdrawal.intent}
        failure={withdrawal.failure}
        withdrawalId={withdrawal.withdrawalId}
        requoted={rate || isFeeOver ? offered : undefined}
        commands={{
          choose: ({ destination }) => choose(destination),
          change,
          leave,
          review,
          back: withdrawal.back,
          submit: () => void submit(wholeDestination(withdrawal.intent, options.data)),
          again,
        }}
        isWide={isWide}
        open={open}
      />
    </FormAmounts>
  )
}
