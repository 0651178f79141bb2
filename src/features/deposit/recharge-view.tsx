import { useRef } from "react"
import { useIntl } from "react-intl"
import type { DepositNetwork } from "../../domain/cash.ts"
import type { DepositField, DepositIntent } from "../../domain/cash-intent.ts"
import { urlOf } from "../../navigation/routes.ts"
import { type Told, useProblemText } from "../../runtime/hooks/use-problem-text.ts"
import { Button } from "../../ui/Button.tsx"
import { TextLink } from "../../ui/TextLink.tsx"
import { isAnswered } from "../patterns/cash-outcome.tsx"
import styles from "../patterns/form-page.module.css"
import { FormFailure, useFocusOn } from "../patterns/form-view.tsx"
import type { Loadable } from "../patterns/loaded.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { RechargeOutcome } from "./recharge-outcome.tsx"
import { ChooseNetwork, HowMuch, Pay, Proof, Steps, Summary } from "./recharge-steps.tsx"

/** Where a deposit stands, as far as a member has to know. */
export type RechargeStage =
  | "choosing"
  | "paying"
  | "amounting"
  | "proving"
  | "refused"
  | "sending"
  | "unknown"
  | "accepted"
  | "not-placed"
  | "not-recorded"

/** The picture of the payment: chosen here, sent on its own, known to the deposit by its id. */
export interface ProofView {
  /** What was chosen on this device; "" where the server has one from before a reload. */
  readonly image: File | string | undefined
  readonly progress: number | undefined
  /** What is wrong with it, in words. */
  readonly error: string | undefined
  readonly onPick: (file: File) => void
  readonly onRemove: () => void
  /** Send the same picture again, where that can help. */
  readonly onRetry: (() => void) | undefined
}

export interface RechargeCommands {
  readonly choose: (network: DepositNetwork) => void
  readonly change: (typed: string) => void
  readonly leave: () => void
  readonly next: () => void
  readonly back: () => void
  readonly submit: () => void
  readonly again: () => void
}

export interface RechargeViewProps {
  readonly stage: RechargeStage
  readonly networks: Loadable<readonly DepositNetwork[]>
  readonly network: DepositNetwork | null
  /** As typed. */
  readonly amount: string
  /** The same, read; undefined where it is no amount. */
  readonly amountRead: string | undefined
  readonly proof: ProofView
  readonly problems: Readonly<Partial<Record<DepositField, Told>>>
  readonly refusal: Told | null
  readonly focus: { readonly field: string; readonly count: number } | null
  readonly intent: DepositIntent | null
  readonly failure: Told | null
  readonly copied: boolean
  readonly onCopy: (address: string) => void
  readonly commands: RechargeCommands
  readonly open: (url: string) => void
  readonly onBack: () => void
}

const FORM = "recharge"

/** A deposit step by step: network, address, amount, proof; then the server's word. */
export const RechargeView = (props: RechargeViewProps) => {
  const { stage, open } = props
  const intl = useIntl()
  const records = urlOf("recharge-record")
  return (
    <SubPage
      money
      width="form"
      title={intl.formatMessage({ id: "deposit.title" })}
      onBack={props.onBack}
      actions={
        <TextLink href={records} onPress={() => open(records)}>
          {intl.formatMessage({ id: "deposit.records" })}
        </TextLink>
      }
      footer={isAnswered(stage) || stage === "choosing" ? undefined : <Footer {...props} />}
    >
      {isAnswered(stage) ? <RechargeOutcome {...props} stage={stage} /> : <Filling {...props} />}
    </SubPage>
  )
}

const isLast = (stage: RechargeStage) => stage === "proving" || stage === "refused" || stage === "sending"

const Footer = ({ stage, commands, proof }: RechargeViewProps) => {
  const intl = useIntl()
  const busy = stage === "sending"
  const isUploading = isLast(stage) && proof.progress !== undefined
  const forward = isLast(stage) ? "deposit.submit" : stage === "paying" ? "deposit.paid" : "deposit.next"
  return (
    <>
      {stage === "refused" ? null : (
        <Button tone="secondary" wide disabled={busy} onClick={commands.back}>
          {intl.formatMessage({ id: "ui.back" })}
        </Button>
      )}
      <Button type="submit" form={FORM} wide busy={busy || isUploading}>
        {intl.formatMessage({ id: forward })}
      </Button>
    </>
  )
}

const Filling = (props: RechargeViewProps) => {
  const { stage, commands, refusal } = props
  const textOf = useProblemText()
  const element = useRef<HTMLFormElement>(null)
  useFocusOn(element, props.focus)
  return (
    <div className={styles.form}>
      <form
        ref={element}
        id={FORM}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isLast(stage)) commands.submit()
          else if (stage !== "choosing") commands.next()
        }}
      >
        <Steps stage={stage} />
        <FormFailure>{textOf(refusal)}</FormFailure>
        <Step {...props} />
      </form>
    </div>
  )
}

const Step = (props: RechargeViewProps) => {
  const { stage, problems } = props
  if (stage === "choosing") return <ChooseNetwork {...props} />
  if (stage === "paying") return <Pay {...props} />
  if (stage === "amounting") return <HowMuch {...props} />
  return (
    <>
      {stage === "refused" && problems.network ? <ChooseNetwork {...props} /> : null}
      {stage === "refused" ? <HowMuch {...props} /> : <Summary {...props} />}
      <Proof {...props} />
    </>
  )
}
