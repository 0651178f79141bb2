import { useState } from "react"
import { demoSamples } from "../../domain/demo-samples.ts"
import { nigerianBanks } from "../../domain/nigerian-banks.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useFeedback } from "../../runtime/hooks/use-feedback.ts"
import { useForm } from "../../runtime/hooks/use-form.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useRefresh } from "../../runtime/hooks/use-query.ts"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import type { MessageId } from "../../ui/message-id.ts"
import { Segmented } from "../../ui/Segmented.tsx"
import { SelectField } from "../../ui/SelectField.tsx"
import { useText } from "../../ui/use-text.ts"
import { DemoNotice } from "../patterns/demo-notice.tsx"
import styles from "../patterns/form-view.module.css"
import { FormFrame, type FormView } from "../patterns/form-view.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { CoolingOffNote } from "./cooling-off.tsx"

type Kind = "card" | "account"
type CardForm = FormView<"bankName" | "cardNumber" | "userName">
type AccountForm = FormView<"bankCode" | "accountNumber" | "holder">

const FORM = "bank-add"

const submitLabels = { card: "bank.add.submit", account: "bank.account.submit" } as const

/**
 * The forms for a bank card and for a bank account. The server encrypts the number and returns only
 * its last four digits.
 */
export const BankAdd = () => {
  const text = useText()
  const { backTo } = usePageNavigation()
  const back = () => backTo(urlOf("bank-list"))
  const { toast } = useFeedback()
  const refresh = useRefresh()
  const [kind, setKind] = useState<Kind>("card")
  const finish = (id: MessageId) => () => {
    refresh("bankCards")
    toast(text(id))
    back()
  }
  const card = useForm("bankAdd", { onDone: finish("bank.added") })
  const account = useForm("accountAdd", { onDone: finish("bank.account.added") })
  const form = kind === "card" ? card : account
  return (
    <SubPage
      width="form"
      title={text("bank.add")}
      onBack={back}
      footer={
        <Button type="submit" form={FORM} wide busy={form.busy}>
          {text(submitLabels[kind])}
        </Button>
      }
    >
      <Segmented
        hideLabel
        label={text("bank.kind")}
        value={kind}
        options={[
          { value: "card", label: text("bank.kind.card") },
          { value: "account", label: text("bank.kind.account") },
        ]}
        onChange={setKind}
      />
      <div className={styles.form}>
        {kind === "card" ? <CardFields form={card} /> : <AccountFields form={account} />}
      </div>
    </SubPage>
  )
}

const CardFields = ({ form }: { readonly form: CardForm }) => {
  const { field } = form
  const text = useText()
  return (
    <FormFrame form={form} id={FORM}>
      <DemoNotice
        of="number"
        onFill={() => {
          field("bankName").onChange(demoSamples.card.bankName)
          field("cardNumber").onChange(demoSamples.card.cardNumber)
          field("userName").onChange(demoSamples.holder)
        }}
      />
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
      <CoolingOffNote />
    </FormFrame>
  )
}

const banks = nigerianBanks.banks.map(({ code, name }) => ({ value: code, label: name }))

const AccountFields = ({ form }: { readonly form: AccountForm }) => {
  const { field } = form
  const text = useText()
  const { onBlur: _, ...bank } = field("bankCode")
  return (
    <FormFrame form={form} id={FORM}>
      <DemoNotice
        of="number"
        onFill={() => {
          field("bankCode").onChange(demoSamples.account.bankCode)
          field("accountNumber").onChange(demoSamples.account.accountNumber)
          field("holder").onChange(demoSamples.holder)
        }}
      />
      <SelectField
        {...bank}
        label={text("bank.account.bank")}
        placeholder={text("bank.account.choose")}
        options={banks}
      />
      <Field
        {...field("accountNumber")}
        label={text("bank.account.number")}
        kind="digits"
        autoComplete="off"
        enterKeyHint="next"
        hint={text("bank.account.number.hint")}
      />
      <Field
        {...field("holder")}
        label={text("bank.account.holder")}
        autoComplete="name"
        enterKeyHint="done"
        hint={text("bank.account.holder.hint")}
      />
      <CoolingOffNote />
    </FormFrame>
  )
}
