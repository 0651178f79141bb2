import { type ReactNode, useRef } from "react"
import { useIntl } from "react-intl"
import type { WithdrawalPhase } from "../../../machines/withdrawal.ts"
import type { DestinationTerms, WithdrawalField, WithdrawalIntent } from "../../domain/cash-intent.ts"
import { amountOf, koboOf, quickParts } from "../../domain/money.ts"
import { urlOf } from "../../navigation/routes.ts"
import { type ShownProblem, useProblemText } from "../../runtime/hooks/use-problem.ts"
import { Amount } from "../../ui/Amount.tsx"
import { ChoiceList } from "../../ui/ChoiceList.tsx"
import { useFormat } from "../../ui/format.ts"
import { useIsAmountHidden } from "../../ui/hidden-amounts.tsx"
import { QuickAmounts } from "../../ui/QuickAmounts.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { TextLink } from "../../ui/TextLink.tsx"
import { AmountField } from "../patterns/amount-field.tsx"
import styles from "../patterns/form-view.module.css"
import { FormError, useFieldFocusWithin } from "../patterns/form-view.tsx"
import { type Loadable, Loaded } from "../patterns/loaded.tsx"
import { NewRateNotice, NewTermsNotice } from "../patterns/rate.tsx"
import { CoolingOffBadge } from "../payment-methods/cooling-off.tsx"
import type { DestinationOption } from "./withdraw-options.ts"
import { WithdrawFigures } from "./withdraw-review.tsx"

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
  readonly phase: WithdrawalPhase
  /** As typed. */
  readonly amount: string
  /** The chosen destination with its terms as they were shown. */
  readonly destination: DestinationTerms | undefined
  readonly available: Loadable<string>
  readonly options: Loadable<readonly DestinationOption[]>
  readonly problems: Readonly<Partial<Record<WithdrawalField, ShownProblem>>>
  /** A refusal that concerns no single field. */
  readonly refusal: ShownProblem | null
  readonly focus: { readonly field: string; readonly count: number } | null
  /** The intent as a review would fix it; null while a field is missing. */
  readonly preview: WithdrawalIntent | null
  /** The intent as fixed by the review. */
  readonly intent: WithdrawalIntent | null
  readonly failure: ShownProblem | null
  readonly withdrawalId: string | null
  /** The destination as it is now, where the rate is no longer held or the cost has changed. */
  readonly requoted: DestinationOption | undefined
  readonly commands: WithdrawCommands
  /** The figures stand beside the form. */
  readonly isWide: boolean
  readonly open: (url: string) => void
}

/** The withdrawal form: amount, destination and resulting figures. */
export const WithdrawForm = (props: WithdrawViewProps & { readonly formId: string }) => {
  const element = useRef<HTMLFormElement>(null)
  const all = [props.available, props.options]
  useFieldFocusWithin(element, props.focus)
  return (
    <div className={styles.form}>
      <form
        ref={element}
        id={props.formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          props.commands.review()
        }}
      >
        <Changed {...props} />
        <Loaded
          query={props.available}
          among={all}
          skeleton={<Skeleton shape={["text", "text", "block", "block"]} />}
        >
          {(available, stale) => <AmountOfWithdrawal {...props} whole={available} stale={stale} />}
        </Loaded>
        <Loaded query={props.options} among={all} skeleton={<Skeleton shape="row" count={2} />}>
          {(options) => <DestinationField {...props} known={options} />}
        </Loaded>
      </form>
    </div>
  )
}

/** Offers what is in force now where it is not what the member was shown; else the refusal. */
const Changed = ({ refusal, requoted, destination, commands }: WithdrawViewProps) => {
  const intl = useIntl()
  const textOf = useProblemText()
  if (requoted === undefined) return <FormError>{textOf(refusal)}</FormError>
  const onTake = () => commands.choose(requoted)
  const { fee, rate } = requoted.destination
  if (fee !== destination?.fee)
    return (
      <NewTermsNotice
        title={intl.formatMessage({ id: "withdraw.fee.changed" })}
        take={intl.formatMessage({ id: "withdraw.fee.take" })}
        onTake={onTake}
      >
        {textOf({ reason: "withdrawal.fee-changed", params: { fee } })}
      </NewTermsNotice>
    )
  return rate ? <NewRateNotice rate={rate} onTake={onTake} /> : null
}

/** The smallest amount of which something arrives. */
const leastOf = ({ minimum, fee }: DestinationTerms): string =>
  koboOf(minimum) > koboOf(fee) ? minimum : amountOf(koboOf(fee) + 1n)

const AmountOfWithdrawal = (
  props: WithdrawViewProps & { readonly whole: string; readonly stale: boolean },
) => {
  const { commands, destination: terms, whole } = props
  const intl = useIntl()
  const format = useFormat()
  const textOf = useProblemText()
  const isBalanceHidden = useIsAmountHidden("balance")
  const parts = quickParts(whole, terms ? leastOf(terms) : "0.00", terms?.maximum ?? whole)
  const bounds: ReactNode = terms
    ? intl.formatMessage(
        { id: "withdraw.bounds" },
        { minimum: format.amount(terms.minimum), maximum: format.amount(terms.maximum) },
      )
    : undefined
  return (
    <div className={styles.group}>
      <p className={styles.line}>
        {intl.formatMessage({ id: "withdraw.available" })}
        <Amount value={whole} hidden={isBalanceHidden} stale={props.stale} />
      </p>
      <AmountField
        label={intl.formatMessage({ id: "withdraw.amount" })}
        name="amount"
        value={props.amount}
        error={textOf(props.problems.amount, "withdrawalAmount")}
        hint={bounds}
        enterKeyHint="done"
        onChange={commands.change}
        onBlur={commands.leave}
      />
      <QuickAmounts shares={parts} onPick={(amount) => commands.change(format.typed(amount))} />
    </div>
  )
}

const DestinationField = (props: WithdrawViewProps & { readonly known: readonly DestinationOption[] }) => {
  const { known, destination, commands, open } = props
  const intl = useIntl()
  const textOf = useProblemText()
  const addBank = urlOf("bank-add")
  const addCrypto = urlOf("usdt-add")
  const choose = (id: string) => {
    const option = known.find((each) => each.destination.destinationId === id)
    if (option) commands.choose(option)
  }
  return (
    <>
      <ChoiceList
        label={intl.formatMessage({ id: "withdraw.method" })}
        name="destination"
        choices={known.map((option) => ({
          id: option.destination.destinationId,
          title: option.name,
          detail: option.detail,
          below: <CoolingOffBadge usableAtMs={option.usableAtMs} />,
        }))}
        chosen={destination?.destinationId}
        onChoose={choose}
        error={textOf(props.problems.destination, "destination")}
      >
        {known.length === 0 ? <p>{intl.formatMessage({ id: "withdraw.method.none" })}</p> : null}
        <p className={styles.links}>
          <TextLink href={addBank} onPress={() => open(addBank)}>
            {intl.formatMessage({ id: "bank.add" })}
          </TextLink>
          <TextLink href={addCrypto} onPress={() => open(addCrypto)}>
            {intl.formatMessage({ id: "usdt.add-long" })}
          </TextLink>
        </p>
      </ChoiceList>
      {destination && !props.isWide ? <WithdrawSummary {...props} /> : null}
    </>
  )
}

/** What the withdrawal comes to; figures that are not known yet are dashes. */
export const WithdrawSummary = ({
  destination,
  preview,
}: Pick<WithdrawViewProps, "destination" | "preview">) => (
  <WithdrawFigures
    amount={preview?.amount}
    fee={preview?.fee ?? (destination && amountOf(koboOf(destination.fee)))}
    received={preview?.received}
    conversion={preview?.conversion}
    rate={destination?.rate}
    arrivalMinutes={destination?.arrivalMinutes}
  />
)
