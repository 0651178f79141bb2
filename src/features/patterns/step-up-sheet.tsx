import { type FormEvent, useState } from "react"
import { useIntl } from "react-intl"
import type { ProofKind } from "../../domain/confirmation.ts"
import { bankOf } from "../../domain/nigerian-banks.ts"
import { type ShownProblem, useProblemText } from "../../runtime/hooks/use-problem.ts"
import { useStepUp } from "../../runtime/hooks/use-step-up.ts"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { useFormat } from "../../ui/format.ts"
import { Sheet } from "../../ui/Sheet.tsx"
import { useText } from "../../ui/use-text.ts"
import styles from "./form-view.module.css"
import { FormError } from "./form-view.tsx"

type Asked = NonNullable<ReturnType<typeof useStepUp>["asked"]>

/** What is signed, in one sentence: amount and destination in full. */
const useSentence = ({ subject, to = "" }: Asked): string => {
  const intl = useIntl()
  const format = useFormat()
  switch (subject.purpose) {
    case "withdrawal":
      return intl.formatMessage(
        { id: "step-up.withdrawal" },
        { amount: format.amount(subject.amount), fee: format.amount(subject.fee), to },
      )
    case "bank-card": {
      const bank = subject.bankName ?? bankOf(subject.bankCode ?? "")?.name ?? ""
      const card = `${bank} ··${subject.cardNumber.slice(-4)}, ${subject.username}`
      return intl.formatMessage({ id: "step-up.destination" }, { to: card })
    }
    case "crypto-address": {
      const whole = [subject.network, subject.address, subject.tag].filter(Boolean).join(" ")
      return intl.formatMessage({ id: "step-up.destination" }, { to: whole })
    }
    case "factor":
      return intl.formatMessage({ id: `step-up.factor.${subject.change}` })
    case "factor-off":
      return intl.formatMessage({
        id: subject.passkeyId === undefined ? "step-up.app-off" : "passkey.remove",
      })
    case "limit":
      return intl.formatMessage({ id: "step-up.limit" }, { to })
    case "password":
      return intl.formatMessage({ id: "step-up.password" })
  }
}

export interface StepUpSheetViewProps {
  readonly asked: Asked
  /** Empty where there is no challenge. */
  readonly proofs: readonly ProofKind[]
  readonly busy: boolean
  readonly failure: ShownProblem | null
  readonly prove: (kind: ProofKind, proof: string) => void
  /** Null without a passkey here. */
  readonly proveByPasskey: (() => Promise<void>) | null
  readonly retry: () => void
  readonly cancel: () => void
}

/** Says what is confirmed and takes the proof. A refusal stands at the field, with its wait. */
export const StepUpSheetView = (props: StepUpSheetViewProps) => {
  const { asked, proofs, busy, failure, prove, proveByPasskey, retry, cancel } = props
  const text = useText()
  const textOf = useProblemText()
  const [typed, setTyped] = useState("")
  const [isTried, setTried] = useState(false)
  const kind = proofs[0]
  const isMissing = isTried && typed === ""
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (kind === undefined) retry()
    else if (typed !== "" && !busy) prove(kind, typed)
  }
  const error = isMissing ? { reason: "field.required" } : busy ? null : failure
  const common = { name: "proof", value: typed, error: textOf(error), onChange: setTyped, autoFocus: true }
  return (
    <Sheet open dismissable={!busy} onClose={cancel} title={text("step-up.title")}>
      <form method="post" noValidate className={styles.group} onSubmit={submit}>
        <p className={styles.sentence}>{useSentence(asked)}</p>
        {kind === undefined ? <FormError>{textOf(failure)}</FormError> : null}
        {kind === "code" ? (
          <Field
            {...common}
            label={text("factor.any-code")}
            autoComplete="one-time-code"
            enterKeyHint="done"
          />
        ) : null}
        {kind === "password" ? (
          <Field
            {...common}
            label={text("login.password")}
            kind="password"
            autoComplete="current-password"
            enterKeyHint="done"
          />
        ) : null}
        <Button type="submit" wide busy={busy}>
          {text(kind === undefined ? "ui.retry" : "step-up.submit")}
        </Button>
        {proveByPasskey ? (
          <Button tone="secondary" wide busy={busy} onClick={() => void proveByPasskey()}>
            {text("step-up.passkey")}
          </Button>
        ) : null}
      </form>
    </Sheet>
  )
}

/** The sheet of the confirmation that is open; each one begins with an empty field. */
export const StepUpSheet = () => {
  const { isShown, asked, ...sheet } = useStepUp()
  return isShown && asked ? <StepUpSheetView asked={asked} {...sheet} /> : null
}
