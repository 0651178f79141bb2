import { type ReactNode, useRef } from "react"
import { useIntl } from "react-intl"
import { depositTerms } from "../../domain/cash-intent.ts"
import { parseAmountInput } from "../../domain/money.ts"
import { isProvided } from "../../domain/payment.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useDeposit } from "../../runtime/hooks/use-deposit.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useSeparators } from "../../runtime/hooks/use-operation.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useProblemText } from "../../runtime/hooks/use-problem.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { useCopy } from "../../runtime/hooks/use-share.ts"
import { Amount, AssetAmount } from "../../ui/Amount.tsx"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { Figures } from "../../ui/Figures.tsx"
import { FormAmounts } from "../../ui/hidden-amounts.tsx"
import { useWideLayout } from "../../ui/use-media-query.ts"
import { CashPage } from "../patterns/cash-page.tsx"
import styles from "../patterns/form-view.module.css"
import { FormError, useFieldFocusWithin } from "../patterns/form-view.tsx"
import { CashOutcome, type CashOutcomePhase, isCashOutcome } from "../patterns/outcome.tsx"
import { FirstLimit } from "../patterns/own-limits.tsx"
import { NewRateNotice, NewTermsNotice, rateFigure, useNewRate } from "../patterns/rate.tsx"
import type { RechargeViewProps, StepPhase } from "./recharge-steps.tsx"
import {
  AmountStep,
  DepositSummary,
  NetworkStep,
  PayStep,
  ProofUpload,
  StepHeading,
} from "./recharge-steps.tsx"

const FORM = "recharge"

/** A deposit step by step: network, amount, address, proof, outcome. */
export const RechargeView = (props: RechargeViewProps) => {
  const { phase, isWide } = props
  const footer =
    isCashOutcome(phase) || steps[phase].forward === null ? undefined : <Footer {...props} phase={phase} />
  return (
    <CashPage
      title="deposit.title"
      records="recharge-record"
      footer={isWide ? undefined : footer}
      aside={
        isWide && footer !== undefined ? (
          <div className={styles.aside}>
            <DepositSummary {...props} />
            {footer}
          </div>
        ) : undefined
      }
    >
      {isCashOutcome(phase) ? (
        <RechargeOutcome {...props} phase={phase} />
      ) : (
        <RechargeForm {...props} phase={phase} />
      )}
    </CashPage>
  )
}

type StepProps = RechargeViewProps & { readonly phase: StepPhase }

const ProofStep = (props: RechargeViewProps) => (
  <>
    {props.isWide ? null : <DepositSummary {...props} />}
    <ProofUpload {...props} />
  </>
)

const RefusedStep = (props: RechargeViewProps) => (
  <>
    {props.problems.network ? <NetworkStep {...props} /> : null}
    <AmountStep {...props} />
    <ProofUpload {...props} />
  </>
)

interface StepView {
  readonly Step: (props: RechargeViewProps) => ReactNode
  /** The words of the button that leaves the step; null where a choice leaves it. */
  readonly forward: "deposit.next" | "deposit.paid" | "deposit.submit" | null
  readonly hasBack: boolean
}

/** The form in each phase. */
const steps: Readonly<Record<StepPhase, StepView>> = {
  choosing: { Step: NetworkStep, forward: null, hasBack: false },
  amounting: { Step: AmountStep, forward: "deposit.next", hasBack: true },
  paying: { Step: PayStep, forward: "deposit.paid", hasBack: true },
  proving: { Step: ProofStep, forward: "deposit.submit", hasBack: true },
  sending: { Step: ProofStep, forward: "deposit.submit", hasBack: true },
  refused: { Step: RefusedStep, forward: "deposit.submit", hasBack: false },
}

const Footer = ({ phase, commands, proof }: StepProps) => {
  const intl = useIntl()
  const { forward, hasBack } = steps[phase]
  if (forward === null) return null
  const busy = phase === "sending"
  const isUploading = forward === "deposit.submit" && proof.isSending
  return (
    <>
      {hasBack ? (
        <Button tone="secondary" wide disabled={busy} onClick={commands.back}>
          {intl.formatMessage({ id: "ui.back" })}
        </Button>
      ) : null}
      <Button type="submit" form={FORM} wide busy={busy || isUploading}>
        {intl.formatMessage({ id: forward })}
      </Button>
    </>
  )
}

/** Offers what is in force now where it is not what the member was shown; else the refusal. */
const Changed = ({ phase, refusal, requoted, terms, commands }: RechargeViewProps) => {
  const intl = useIntl()
  const textOf = useProblemText()
  if (requoted === undefined) return <FormError>{textOf(refusal)}</FormError>
  const action = { disabled: phase === "sending", onTake: () => commands.requote(requoted) }
  if (requoted.address !== terms?.address)
    return (
      <NewTermsNotice
        title={intl.formatMessage({ id: "deposit.address.changed" })}
        take={intl.formatMessage({ id: "deposit.address.show" })}
        {...action}
      >
        {intl.formatMessage({ id: "error.deposit.address-changed" })}
      </NewTermsNotice>
    )
  return requoted.rate ? <NewRateNotice rate={requoted.rate} {...action} /> : null
}

const RechargeForm = (props: StepProps) => {
  const { commands } = props
  const { Step, forward } = steps[props.phase]
  const element = useRef<HTMLFormElement>(null)
  useFieldFocusWithin(element, props.focus)
  return (
    <div className={styles.form}>
      <form
        ref={element}
        id={FORM}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (forward === "deposit.submit") commands.submit()
          else if (forward !== null) commands.next()
        }}
      >
        <StepHeading {...props} />
        {props.phase === "choosing" ? props.firstLimit : null}
        <Changed {...props} />
        <Step {...props} />
      </form>
    </div>
  )
}

type RechargeOutcomeProps = RechargeViewProps & { readonly phase: CashOutcomePhase }

/** The outcome of a deposit with its network and amount. */
const RechargeOutcome = (props: RechargeOutcomeProps) => {
  const { intent } = props
  const intl = useIntl()
  const conversion = intent?.conversion
  return (
    <CashOutcome {...props} of="deposit" actions={<OutcomeActions {...props} />}>
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
              ...(conversion
                ? [
                    {
                      id: "to-send",
                      label: intl.formatMessage({ id: "deposit.sent" }),
                      value: <AssetAmount value={conversion.amount} asset={conversion.asset} />,
                    },
                    rateFigure(intl, conversion),
                  ]
                : []),
            ]}
          />
        </Card>
      ) : null}
    </CashOutcome>
  )
}

const OutcomeActions = ({ phase, commands, open }: RechargeOutcomeProps) => {
  const intl = useIntl()
  const isAccepted = phase === "accepted"
  return (
    <>
      <Button tone={isAccepted ? "primary" : "secondary"} onClick={() => open(urlOf("recharge-record"))}>
        {intl.formatMessage({ id: "deposit.records" })}
      </Button>
      <Button tone="secondary" onClick={commands.again}>
        {intl.formatMessage({ id: "deposit.outcome.again" })}
      </Button>
    </>
  )
}

const UNBOUNDED = { minimum: null, maximum: null, available: null }

export const Recharge = () => {
  const { open } = usePageNavigation()
  const isWide = useWideLayout()
  const { copy, copied } = useCopy()
  const networks = useQuery("depositNetworks", {}, { refreshOn: ["operation.refused"] })
  const ways = (useConfig()?.paymentWays ?? []).filter(isProvided)
  const deposit = useDeposit()
  const { amount, terms, proof, choose, change, leave, next, submit, again } = deposit
  const parsed = parseAmountInput(amount, useSeparators(), UNBOUNDED)
  const { phase } = deposit
  const offered = networks.data?.find(({ id }) => id === terms?.networkId)
  const rate = useNewRate({
    taken: terms?.rate,
    offered: offered && depositTerms(offered).rate,
    refusal: deposit.refusal?.reason,
    onRetry: networks.onRetry,
  })
  const isAddressOver =
    deposit.refusal?.reason === "deposit.address-changed" && offered?.address !== terms?.address
  const isOpen = phase !== "closed"
  return (
    <FormAmounts>
      <RechargeView
        phase={isOpen ? phase : "choosing"}
        networks={isOpen ? networks : { ...networks, data: undefined }}
        ways={ways}
        terms={terms}
        arrivalMinutes={offered?.arrivalMinutes}
        amount={amount}
        parsedAmount={parsed.ok ? parsed.value : undefined}
        proof={{ ...proof.pick, isSending: proof.busy, onRetry: proof.canRetry ? proof.onRetry : undefined }}
        problems={deposit.problems}
        refusal={deposit.refusal}
        focus={deposit.focus}
        intent={deposit.intent}
        failure={deposit.failure}
        requoted={rate || isAddressOver ? offered : undefined}
        copied={copied}
        onCopy={copy}
        isWide={isWide}
        commands={{
          choose,
          requote: deposit.requote,
          change,
          leave,
          next,
          back: deposit.back,
          submit,
          again,
        }}
        firstLimit={<FirstLimit />}
        open={open}
      />
    </FormAmounts>
  )
}
