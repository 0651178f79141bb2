import { type ReactNode, useEffect, useRef, useState } from "react"
import { useIntl } from "react-intl"
import type { DepositPhase } from "../../../machines/deposit.ts"
import type { DepositField, DepositIntent } from "../../domain/cash-intent.ts"
import type { PaymentOffer, ProvidedOffer } from "../../domain/payment.ts"
import { urlOf } from "../../navigation/routes.ts"
import { usePayment } from "../../runtime/hooks/use-deposit.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { type ShownProblem, useProblemText } from "../../runtime/hooks/use-problem.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { Figures } from "../../ui/Figures.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphDeposit } from "../../ui/glyphs.ts"
import { FormAmounts } from "../../ui/hidden-amounts.tsx"
import { List, ListRow } from "../../ui/List.tsx"
import { AmountField } from "../patterns/amount-field.tsx"
import { CashPage } from "../patterns/cash-page.tsx"
import { type FieldBinding, FormError, useFieldFocusWithin } from "../patterns/form-view.tsx"
import { CashOutcome, type CashOutcomePhase, isCashOutcome } from "../patterns/outcome.tsx"
import styles from "./pay-form.module.css"
import { PaymentResult } from "./payment-result.tsx"
import { wayName } from "./payment-way.ts"

const FORM = "pay"

export interface PayFormViewProps {
  readonly phase: DepositPhase
  readonly offers: readonly ProvidedOffer[]
  /** The chosen way. */
  readonly chosen: ProvidedOffer | undefined
  readonly amount: FieldBinding
  readonly problems: Readonly<Partial<Record<DepositField, ShownProblem>>>
  readonly error: ReactNode
  readonly focus: { readonly field: string; readonly count: number } | null
  readonly intent: DepositIntent | null
  readonly failure: ShownProblem | null
  /** The result of the started payment. */
  readonly result: ReactNode
  readonly commands: {
    readonly choose: (offer: ProvidedOffer) => void
    readonly back: () => void
    readonly submit: () => void
  }
  readonly open: (url: string) => void
}

/** The form in each phase without an outcome. A payment needs neither address nor picture. */
const forms: Readonly<Record<Exclude<DepositPhase, CashOutcomePhase>, "ways" | "amount">> = {
  closed: "ways",
  choosing: "ways",
  amounting: "amount",
  paying: "amount",
  proving: "amount",
  refused: "amount",
  sending: "amount",
}

const isFilling = ({ phase, chosen }: PayFormViewProps): boolean =>
  chosen !== undefined && !isCashOutcome(phase) && forms[phase] === "amount"

/** A payment: way, amount, the provider's page, result. */
export const PayFormView = (props: PayFormViewProps) => {
  const { phase } = props
  return (
    <CashPage
      title="pay.title"
      records="recharge-record"
      footer={isFilling(props) ? <Footer {...props} /> : undefined}
    >
      <Content {...props} phase={phase} />
    </CashPage>
  )
}

const Content = (props: PayFormViewProps) => {
  const { phase } = props
  if (phase === "accepted") return props.result
  if (isCashOutcome(phase)) return <PayOutcome {...props} phase={phase} />
  const filling = isFilling(props)
  return (
    <div className={styles.step}>
      <StepTitle id={filling ? "deposit.step-title.amounting" : "pay.choose"} />
      {filling ? <AmountForm {...props} /> : <WayList {...props} />}
    </div>
  )
}

/** The heading of the step. It receives the focus when the step changes. */
const StepTitle = ({ id }: { readonly id: "deposit.step-title.amounting" | "pay.choose" }) => {
  const intl = useIntl()
  const heading = useRef<HTMLHeadingElement>(null)
  const earlier = useRef(id)
  useEffect(() => {
    if (earlier.current !== id) heading.current?.focus({ preventScroll: true })
    earlier.current = id
  }, [id])
  return (
    <h2 ref={heading} tabIndex={-1} className={styles.title}>
      {intl.formatMessage({ id })}
    </h2>
  )
}

const Footer = ({ phase, chosen, commands }: PayFormViewProps) => {
  const intl = useIntl()
  const isSending = phase === "sending"
  const way = chosen ? wayName(intl, chosen.way) : ""
  return (
    <>
      <Button tone="secondary" wide disabled={isSending} onClick={commands.back}>
        {intl.formatMessage({ id: "ui.back" })}
      </Button>
      <Button type="submit" form={FORM} wide busy={isSending}>
        {intl.formatMessage({ id: "pay.continue" }, { way })}
      </Button>
    </>
  )
}

const useBounds = () => {
  const intl = useIntl()
  const format = useFormat()
  return ({ minimum, maximum }: PaymentOffer): string =>
    intl.formatMessage(
      { id: "withdraw.bounds" },
      { minimum: format.amount(minimum), maximum: format.amount(maximum) },
    )
}

/** The offered ways that a provider carries out. */
const WayList = ({ offers, problems, commands }: PayFormViewProps) => {
  const intl = useIntl()
  const textOf = useProblemText()
  const boundsOf = useBounds()
  return (
    <>
      <FormError>{textOf(problems.network, "network")}</FormError>
      <List label={intl.formatMessage({ id: "pay.method" })}>
        {offers.map((offer) => (
          <ListRow
            key={offer.way}
            glyph={glyphDeposit}
            title={wayName(intl, offer.way)}
            subtitle={boundsOf(offer)}
            onPress={() => commands.choose(offer)}
          />
        ))}
      </List>
    </>
  )
}

const AmountForm = (props: PayFormViewProps) => {
  const { chosen, amount, commands } = props
  const intl = useIntl()
  const boundsOf = useBounds()
  const element = useRef<HTMLFormElement>(null)
  useFieldFocusWithin(element, props.focus)
  if (chosen === undefined) return null
  const way = wayName(intl, chosen.way)
  return (
    <form
      ref={element}
      id={FORM}
      className={styles.step}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        commands.submit()
      }}
    >
      <FormError>{props.error}</FormError>
      <AmountField
        {...amount}
        label={intl.formatMessage({ id: "deposit.amount" })}
        hint={boundsOf(chosen)}
        enterKeyHint="go"
      />
      <Card>
        <Figures rows={[{ id: "way", label: intl.formatMessage({ id: "pay.method" }), value: way }]} />
      </Card>
      <p className={styles.note}>{intl.formatMessage({ id: "pay.continue.note" }, { way })}</p>
    </form>
  )
}

const PayOutcome = ({
  phase,
  failure,
  commands,
  intent,
  open,
}: PayFormViewProps & { readonly phase: CashOutcomePhase }) => {
  const intl = useIntl()
  const records = (
    <Button tone="secondary" onClick={() => open(urlOf("recharge-record"))}>
      {intl.formatMessage({ id: "deposit.records" })}
    </Button>
  )
  return (
    <CashOutcome of="pay" phase={phase} failure={failure} commands={commands} actions={records}>
      {intent ? (
        <Card>
          <Figures
            rows={[
              ...(intent.way === undefined
                ? []
                : [
                    {
                      id: "way",
                      label: intl.formatMessage({ id: "pay.method" }),
                      value: wayName(intl, intent.way),
                    },
                  ]),
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

/** Browsers may block the new window, so the page shows the link too. */
const openWindow = (url: string): void => void window.open(url, "_blank", "noopener,noreferrer")

/** Opens the provider's page once for each payment that is started, and for no other. */
export const createPaymentLink = (openLink = openWindow) => {
  let isAwaited = false
  return {
    onStarted: () => {
      isAwaited = true
    },
    onLink: (url: string) => {
      if (!isAwaited) return
      isAwaited = false
      openLink(url)
    },
  }
}

/** The pay page with the ways that the operator offers. */
export const PayForm = ({ offers }: { readonly offers: readonly ProvidedOffer[] }) => {
  const { open } = usePageNavigation()
  const payment = usePayment()
  const [{ onStarted, onLink }] = useState(() => createPaymentLink())
  const { depositId } = payment
  const result =
    depositId === null ? null : <PaymentResult id={depositId} onLink={onLink} onAgain={payment.again} />
  const submit = () => {
    onStarted()
    payment.submit()
  }
  return (
    <FormAmounts>
      <PayFormView
        phase={payment.phase}
        offers={offers}
        chosen={offers.find(({ way }) => way === payment.terms?.way)}
        amount={payment.amount}
        problems={payment.problems}
        error={payment.error}
        focus={payment.focus}
        intent={payment.intent}
        failure={payment.failure}
        result={result}
        commands={{ choose: payment.choose, back: payment.back, submit }}
        open={open}
      />
    </FormAmounts>
  )
}
