import { type ReactNode, useEffect, useRef } from "react"
import { useIntl } from "react-intl"
import type { DepositPhase } from "../../../machines/deposit.ts"
import { convert, paymentUri } from "../../domain/asset-rate.ts"
import type { DepositNetwork } from "../../domain/cash.ts"
import type { DepositField, DepositIntent, DepositTerms } from "../../domain/cash-intent.ts"
import type { ProvidedOffer } from "../../domain/payment.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { type ShownProblem, useProblemText } from "../../runtime/hooks/use-problem.ts"
import { Amount, AssetAmount } from "../../ui/Amount.tsx"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { CopyValue } from "../../ui/CopyValue.tsx"
import { Figures } from "../../ui/Figures.tsx"
import { FilePick, type ProgressSource } from "../../ui/FilePick.tsx"
import { NO_FIGURE, useFormat } from "../../ui/format.ts"
import { glyphQr } from "../../ui/glyphs.ts"
import { glyphExternal } from "../../ui/Icon.tsx"
import { List, ListGroup, ListRow } from "../../ui/List.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { QrCode } from "../../ui/QrCode.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { EmptyState } from "../../ui/StateView.tsx"
import { TextLink } from "../../ui/TextLink.tsx"
import { AmountField } from "../patterns/amount-field.tsx"
import { FormError } from "../patterns/form-view.tsx"
import { type Loadable, Loaded } from "../patterns/loaded.tsx"
import { PROTECTION_URL } from "../patterns/loss-rate.tsx"
import type { CashOutcomePhase } from "../patterns/outcome.tsx"
import { heldRateFigures, rateFigure } from "../patterns/rate.tsx"
import { wayName } from "./payment-way.ts"
import styles from "./recharge-steps.module.css"

/** The phase of the deposit machine; a closed one shows the first step. */
export type RechargePhase = Exclude<DepositPhase, "closed">

/** The phases in which the form is shown. */
export type StepPhase = Exclude<RechargePhase, CashOutcomePhase>

/**
 * The picture that proves the payment. It is uploaded on its own; the deposit refers to it by id.
 */
export interface ProofView {
  /** The file chosen on this device; "" if only the server has it since a reload. */
  readonly image: File | string | undefined
  readonly isSending: boolean
  readonly progress: ProgressSource
  /** The problem with it, as text. */
  readonly error: string | undefined
  readonly onPick: (file: File) => void
  readonly onRemove: () => void
  /** Uploads the same picture again; undefined where that cannot help. */
  readonly onRetry: (() => void) | undefined
}

export interface RechargeCommands {
  readonly choose: (network: DepositNetwork) => void
  /** Takes the new rate of the network. */
  readonly requote: (network: DepositNetwork) => void
  readonly change: (typed: string) => void
  readonly leave: () => void
  readonly next: () => void
  readonly back: () => void
  readonly submit: () => void
  readonly again: () => void
}

export interface RechargeViewProps {
  readonly phase: RechargePhase
  readonly networks: Loadable<readonly DepositNetwork[]>
  /** The ways to pay through a provider; empty without any. */
  readonly ways: readonly ProvidedOffer[]
  readonly terms: DepositTerms | null
  /** The arrival time of the chosen network; undefined while it is not known. */
  readonly arrivalMinutes: number | undefined
  /** As typed. */
  readonly amount: string
  /** The parsed amount in naira; undefined while it is not valid. */
  readonly parsedAmount: string | undefined
  readonly proof: ProofView
  readonly problems: Readonly<Partial<Record<DepositField, ShownProblem>>>
  readonly refusal: ShownProblem | null
  readonly focus: { readonly field: string; readonly count: number } | null
  readonly intent: DepositIntent | null
  readonly failure: ShownProblem | null
  /** The network as it is now, where the rate is no longer held or the address was replaced. */
  readonly requoted: DepositNetwork | undefined
  /** The value that was just copied. */
  readonly copied: string | undefined
  readonly onCopy: (value: string) => void
  /** The summary stands beside the form. */
  readonly isWide: boolean
  /** The question whether there is to be a limit of deposits. */
  readonly firstLimit?: ReactNode | undefined
  readonly commands: RechargeCommands
  readonly open: (url: string) => void
}

/** The amount comes before the address, except on a network without a rate. */
const RATED = ["choosing", "amounting", "paying", "proving"] as const satisfies readonly StepPhase[]
const UNRATED = ["choosing", "paying", "amounting", "proving"] as const satisfies readonly StepPhase[]

/** The step that the heading counts in each phase. */
const STEPS: Readonly<Record<StepPhase, (typeof RATED)[number]>> = {
  choosing: "choosing",
  amounting: "amounting",
  paying: "paying",
  proving: "proving",
  refused: "proving",
  sending: "proving",
}

interface StepHeadingProps extends Pick<RechargeViewProps, "terms"> {
  readonly phase: StepPhase
}

/** The current step and its title. The heading receives the focus when the step changes. */
export const StepHeading = ({ phase, terms }: StepHeadingProps) => {
  const order = terms && terms.rate === undefined ? UNRATED : RATED
  const intl = useIntl()
  const heading = useRef<HTMLHeadingElement>(null)
  const step = STEPS[phase]
  const index = order.indexOf(step)
  const earlier = useRef(index)
  useEffect(() => {
    if (earlier.current !== index) heading.current?.focus({ preventScroll: true })
    earlier.current = index
  }, [index])
  const title = intl.formatMessage({ id: `deposit.step-title.${step}` })
  return (
    <div className={styles.steps}>
      <div className={styles.marks} aria-hidden="true">
        {order.map((each, at) => (
          <span key={each} className={styles.mark} data-done={at <= index || undefined} />
        ))}
      </div>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        <span className="visually-hidden">
          {intl.formatMessage({ id: "deposit.step-of" }, { index: index + 1, count: order.length })}{" "}
        </span>
        {title}
      </h2>
    </div>
  )
}

/** Networks with their limits and arrival times, and the ways to pay without one. */
export const NetworkStep = (props: RechargeViewProps) => {
  const intl = useIntl()
  const { networks, ways } = props
  return (
    <>
      <Loaded query={networks} skeleton={<Skeleton shape="row" count={3} />}>
        {(known) =>
          known.length === 0 ? (
            <EmptyState glyph={glyphQr} text={intl.formatMessage({ id: "deposit.networks.none" })} />
          ) : (
            <NetworkList {...props} known={known} />
          )
        }
      </Loaded>
      {ways.length === 0 ? null : <OtherWays {...props} />}
      <TextLink href={PROTECTION_URL} onPress={() => props.open(PROTECTION_URL)} tone="quiet">
        {intl.formatMessage({ id: "protection.link" })}
      </TextLink>
    </>
  )
}

const NetworkList = (props: RechargeViewProps & { readonly known: readonly DepositNetwork[] }) => {
  const { known, terms, problems, commands } = props
  const intl = useIntl()
  const format = useFormat()
  const textOf = useProblemText()
  return (
    <>
      <FormError>{textOf(problems.network, "network")}</FormError>
      <List label={intl.formatMessage({ id: "deposit.network" })}>
        {known.map((each) => (
          <ListRow
            key={each.id}
            glyph={glyphQr}
            title={each.network}
            subtitle={intl.formatMessage(
              { id: "deposit.network.terms" },
              {
                minimum: format.amount(each.minimum),
                maximum: format.amount(each.maximum),
                time: format.duration(each.arrivalMinutes * 60_000, "long"),
              },
            )}
            current={each.id === terms?.networkId}
            onPress={() => commands.choose(each)}
          />
        ))}
      </List>
    </>
  )
}

const OtherWays = ({ ways, open }: RechargeViewProps) => {
  const intl = useIntl()
  const pay = urlOf("pay")
  return (
    <ListGroup title={intl.formatMessage({ id: "deposit.other-ways" })}>
      <List>
        <ListRow
          glyph={glyphExternal}
          title={ways.map(({ way }) => wayName(intl, way)).join(" · ")}
          subtitle={intl.formatMessage({ id: "deposit.other-ways.text" })}
          href={pay}
          onPress={() => open(pay)}
        />
      </List>
    </ListGroup>
  )
}

/**
 * The payment address and the exact amount to send, as text and as QR code, with a warning not to
 * send real money.
 */
export const PayStep = ({ terms, parsedAmount, copied, onCopy }: RechargeViewProps) => {
  const intl = useIntl()
  const format = useFormat()
  // with addresses of an operator it would be false; unknown, it warns
  const isDemo = useConfig()?.demo !== false
  if (terms === null) return null
  const { address, network, rate } = terms
  const sent = rate && parsedAmount !== undefined ? convert(parsedAmount, rate, "up") : undefined
  return (
    <>
      {isDemo ? <Notice tone="warning">{intl.formatMessage({ id: "deposit.simulated" })}</Notice> : null}
      <Card>
        <QrCode
          value={rate && sent ? paymentUri(network, address, sent.amount, rate.decimals) : address}
          label={intl.formatMessage({ id: "deposit.qr" }, { network })}
        />
        {sent ? (
          <CopyValue
            label={`${intl.formatMessage({ id: "deposit.send" })} (${sent.asset})`}
            value={sent.amount}
            copied={copied === sent.amount}
            onCopy={onCopy}
          />
        ) : null}
        <CopyValue
          label={intl.formatMessage({ id: "deposit.address" }, { network })}
          value={address}
          copied={copied === address}
          onCopy={onCopy}
        />
        {rate && parsedAmount !== undefined ? (
          <Figures
            rows={[
              {
                id: "amount",
                label: intl.formatMessage({ id: "deposit.amount" }),
                value: <Amount value={parsedAmount} />,
              },
              ...heldRateFigures(intl, format, rate),
            ]}
          />
        ) : null}
      </Card>
      <p className={styles.note}>{intl.formatMessage({ id: "deposit.address.note" }, { network })}</p>
    </>
  )
}

/** The amount of the deposit, and what it comes to in the asset. */
export const AmountStep = ({ terms, amount, parsedAmount, problems, commands }: RechargeViewProps) => {
  const intl = useIntl()
  const format = useFormat()
  const textOf = useProblemText()
  const bounds = terms
    ? intl.formatMessage(
        { id: "withdraw.bounds" },
        { minimum: format.amount(terms.minimum), maximum: format.amount(terms.maximum) },
      )
    : undefined
  const field = (
    <AmountField
      label={intl.formatMessage({ id: "deposit.amount" })}
      name="amount"
      value={amount}
      error={textOf(problems.amount, "depositAmount")}
      hint={bounds}
      enterKeyHint="next"
      onChange={commands.change}
      onBlur={commands.leave}
    />
  )
  const rate = terms?.rate
  if (rate === undefined) return field
  const sent = parsedAmount === undefined ? undefined : convert(parsedAmount, rate, "up")
  return (
    <>
      {field}
      <Card>
        <Figures
          rows={[
            ...heldRateFigures(intl, format, rate),
            {
              id: "to-send",
              label: intl.formatMessage({ id: "deposit.to-send" }),
              value: sent ? <AssetAmount value={sent.amount} asset={sent.asset} /> : NO_FIGURE,
              emphasis: true,
            },
          ]}
        />
      </Card>
    </>
  )
}

/** The figures of the deposit before it is sent. */
export const DepositSummary = ({ phase, terms, arrivalMinutes, parsedAmount, amount }: RechargeViewProps) => {
  const intl = useIntl()
  const format = useFormat()
  if (terms === null) return null
  const { network, rate } = terms
  const sent = rate && parsedAmount !== undefined ? convert(parsedAmount, rate, "up") : undefined
  return (
    <Card>
      <Figures
        rows={[
          { id: "network", label: intl.formatMessage({ id: "deposit.network" }), value: network },
          {
            id: "arrival",
            label: intl.formatMessage({ id: "deposit.arrival" }),
            value:
              arrivalMinutes === undefined
                ? NO_FIGURE
                : intl.formatMessage(
                    { id: "deposit.arrival.within" },
                    { time: format.duration(arrivalMinutes * 60_000, "long") },
                  ),
          },
          {
            id: "amount",
            label: intl.formatMessage({ id: "deposit.amount" }),
            value: parsedAmount === undefined ? amount || NO_FIGURE : <Amount value={parsedAmount} />,
            emphasis: true,
          },
          ...(sent
            ? [
                {
                  id: "to-send",
                  label: intl.formatMessage({
                    id: phase === "amounting" || phase === "paying" ? "deposit.to-send" : "deposit.sent",
                  }),
                  value: <AssetAmount value={sent.amount} asset={sent.asset} />,
                },
                rateFigure(intl, sent),
              ]
            : []),
        ]}
      />
    </Card>
  )
}

/** The picture of the payment: chosen, uploading, replaced or retried. */
export const ProofUpload = ({ proof, problems, phase }: RechargeViewProps) => {
  const intl = useIntl()
  const textOf = useProblemText()
  return (
    <div data-field="proof" className={styles.proof}>
      <FilePick
        label={intl.formatMessage({ id: "deposit.proof" })}
        hint={intl.formatMessage({ id: "deposit.proof.hint" })}
        image={proof.image}
        progress={proof.progress}
        error={proof.error ?? textOf(problems.proof, "proof")}
        disabled={phase === "sending"}
        onPick={proof.onPick}
        onRemove={proof.onRemove}
      />
      {proof.onRetry ? (
        <Button size="small" tone="secondary" onClick={proof.onRetry}>
          {intl.formatMessage({ id: "ui.retry" })}
        </Button>
      ) : null}
    </div>
  )
}
