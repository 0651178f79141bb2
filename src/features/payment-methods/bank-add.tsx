import { useIntl } from "react-intl"
import { useFeedback } from "../../runtime/hooks/use-feedback.ts"
import { useForm } from "../../runtime/hooks/use-form.ts"
import { useRefresh } from "../../runtime/hooks/use-query.ts"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import type { MessageId } from "../../ui/message-id.ts"
import { Notice } from "../../ui/Notice.tsx"
import styles from "../patterns/form-view.module.css"
import { FormFrame, type FormView } from "../patterns/form-view.tsx"
import { usePageNavigation } from "../patterns/page-navigation.ts"
import { SubPage } from "../patterns/sub-page.tsx"

export interface BankAddViewProps {
  readonly form: FormView<"bankName" | "cardNumber" | "userName">
  readonly onBack: () => void
}

const FORM = "bank-add"

/**
 * The form for a bank card. The server encrypts the number and returns only its last four digits.
 */
export const BankAddView = ({ form, onBack }: BankAddViewProps) => {
  const intl = useIntl()
  const { field } = form
  const text = (id: MessageId) => intl.formatMessage({ id })
  return (
    <SubPage
      width="form"
      title={text("bank.add")}
      onBack={onBack}
      footer={
        <Button type="submit" form={FORM} wide busy={form.busy}>
          {text("bank.add.submit")}
        </Button>
      }
    >
      <div className={styles.form}>
        <FormFrame form={form} id={FORM}>
          <Field {...field("bankName")} label={text("bank.name")} autoComplete="off" enterKeyHint="next" />
          <Field
            {...field("cardNumber")}
            label={text("bank.number")}
            kind="digits"
            autoComplete="cc-number"
            enterKeyHint="next"
            hint={text("bank.number.hint")}
          />
          <Field
            {...field("userName")}
            label={text("bank.username")}
            autoComplete="cc-name"
            enterKeyHint="done"
            hint={text("bank.username.hint")}
          />
          <Notice>{text("destination.cooling-off.note")}</Notice>
        </FormFrame>
      </div>
    </SubPage>
  )
}

export const BankAdd = () => {
  const intl = useIntl()
  const { back } = usePageNavigation()
  const { toast } = useFeedback()
  const refresh = useRefresh()
  const form = useForm("bankAdd", {
    onDone: () => {
      refresh("bankCards")
      toast(intl.formatMessage({ id: "bank.added" }))
      back()
    },
  })
  return <BankAddView form={form} onBack={back} />
}
