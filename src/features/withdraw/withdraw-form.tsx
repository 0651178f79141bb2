import { type ReactNode, useRef } from "react"
import { useIntl } from "react-intl"
import type { WithdrawalPhase } from "../../../machines/withdrawal.ts"
import type { WithdrawalField, WithdrawalIntent } from "../../domain/cash-intent.ts"
import { amountOf, koboOf } from "../../domain/money.ts"
import { urlOf } from "../../navigation/routes.ts"
import { type ShownProblem, useProblemText } from "../../runtime/hooks/use-problem.ts"
import { Amount } from "../../ui/Amount.tsx"
import { ChoiceList } from "../../ui/ChoiceList.tsx"
import { Field } from "../../ui/Field.tsx"
import { useFormat } from "../../ui/format.ts"
import { useIsAmountHidden } from "../../ui/hidden-amounts.tsx"
import { QuickAmounts } from "../../ui/QuickAmounts.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { TextLink } from "../../ui/TextLink.tsx"
import styles from "../patterns/form-view.module.css"
import { FormError, useFieldFocusWithin } from "../patterns/form-view.tsx"
import { type Loadable, Loaded } from "../patterns/loaded.tsx"
import { NewRateNotice } from "../patterns/rate.tsx"
import { CoolingOffBadge } from "../payment-methods/destination-list.tsx"
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
  readonly destinationId: string | undefined
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
  /** The destination with the rate to offer instead of one that is no longer held. */
  readonly requoted: DestinationOption | undefined
  readonly commands: WithdrawCommands
  readonly open: (url: string) => void
  readonly onBack: () => void
}

/** The withdrawal form: amount, destination and resulting figures. */
export const WithdrawForm = (props: WithdrawViewProps & { readonly formId: string }) => {
  const textOf = useProblemText()
  const element = useRef<HTMLFormElement>(null)
  const all = [props.available, props.options]
  const { requoted } = props
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
        {requoted?.destination.rate ? (
          <NewRateNotice rate={requoted.destination.rate} onTake={() => props.commands.choose(requoted)} />
        ) : (
          <FormError>{textOf(props.refusal)}</FormError>
        )}
        <Loaded
          query={props.available}
          among={all}
          skeleton={<Skeleton shape={["text", "text", "block", "block"]} />}
        >
          {(available, stale) => <AmountField {...props} whole={available} stale={stale} />}
        </Loaded>
        <Loaded query={props.options} among={all} skeleton={<Skeleton shape="row" count={2} />}>
          {(options) => <DestinationField {...props} known={options} />}
        </Loaded>
      </form>
    </div>
  )
}

const lesser = (a: string, b: string): string => (koboOf(a) < koboOf(b) ? a : b)

const AmountField = (props: WithdrawViewProps & { readonly whole: string; readonly stale: boolean }) => {
  const { commands, options, destinationId, whole } = props
  const intl = useIntl()
  const format = useFormat()
  const textOf = useProblemText()
  const isBalanceHidden = useIsAmountHidden("balance")
  const terms = options.data?.find(
    ({ destination }) => destination.destinationId === destinationId,
  )?.destination
  const most = terms ? lesser(whole, terms.maximum) : whole
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
      <Field
        label={intl.formatMessage({ id: "withdraw.amount" })}
        name="amount"
        kind="decimal"
        large
        prefix="₦"
        value={props.amount}
        error={textOf(props.problems.amount, "withdrawalAmount")}
        hint={bounds}
        enterKeyHint="done"
        onChange={commands.change}
        onBlur={commands.leave}
      />
      <QuickAmounts whole={most} onPick={(amount) => commands.change(format.typed(amount))} />
    </div>
  )
}

const DestinationField = (props: WithdrawViewProps & { readonly known: readonly DestinationOption[] }) => {
  const { known, commands, open } = props
  const intl = useIntl()
  const textOf = useProblemText()
  const chosen = known.find(({ destination }) => destination.destinationId === props.destinationId)
  const addBank = urlOf("bank-add")
  const addCrypto = urlOf("usdt-add")
  const choose = (id: string) => {
    const option = known.find(({ destination }) => destination.destinationId === id)
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
        chosen={props.destinationId}
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
      {chosen ? <WithdrawFigures {...figuresOf(chosen, props.preview)} /> : null}
    </>
  )
}

const figuresOf = ({ destination }: DestinationOption, preview: WithdrawalIntent | null) => ({
  amount: preview?.amount,
  fee: preview?.fee ?? amountOf(koboOf(destination.fee)),
  received: preview?.received,
  conversion: preview?.conversion,
  rate: destination.rate,
  arrivalMinutes: destination.arrivalMinutes,
})
