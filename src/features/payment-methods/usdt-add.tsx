import { useIntl } from "react-intl"
import type { WithdrawalTerms } from "../../domain/cash.ts"
import { useFeedback } from "../../runtime/hooks/use-feedback.ts"
import { useForm } from "../../runtime/hooks/use-form.ts"
import { useQuery, useRefresh } from "../../runtime/hooks/use-query.ts"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { useFormat } from "../../ui/format.ts"
import { isMessageId, type MessageId } from "../../ui/message-id.ts"
import { Notice } from "../../ui/Notice.tsx"
import { SelectField } from "../../ui/SelectField.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import styles from "../patterns/form-view.module.css"
import { FormFrame, type FormView } from "../patterns/form-view.tsx"
import { type Loadable, Loaded } from "../patterns/loaded.tsx"
import { usePageNavigation } from "../patterns/page-navigation.ts"
import { SubPage } from "../patterns/sub-page.tsx"

export interface UsdtAddViewProps {
  /** An address of the member's own wallet, or one that an exchange gave them. */
  readonly variant: "own" | "exchange"
  readonly form: FormView<"network" | "address">
  readonly terms: Loadable<readonly WithdrawalTerms[]>
  readonly onBack: () => void
}

const FORM = "usdt-add"

/** The form for a crypto address: network first, because the address is checked against it. */
export const UsdtAddView = ({ variant, form, terms, onBack }: UsdtAddViewProps) => {
  const intl = useIntl()
  const text = (id: MessageId) => intl.formatMessage({ id })
  return (
    <SubPage
      width="form"
      title={text(variant === "own" ? "usdt.add" : "usdt.add-exchange")}
      onBack={onBack}
      footer={
        <Button type="submit" form={FORM} wide busy={form.busy} disabled={terms.data === undefined}>
          {text("usdt.add.submit")}
        </Button>
      }
    >
      <Loaded query={terms} skeleton={<Skeleton count={4} />}>
        {(known) => <Fields variant={variant} form={form} terms={known} />}
      </Loaded>
    </SubPage>
  )
}

interface FieldsProps extends Pick<UsdtAddViewProps, "variant" | "form"> {
  readonly terms: readonly WithdrawalTerms[]
}

const Fields = ({ variant, form, terms }: FieldsProps) => {
  const intl = useIntl()
  const format = useFormat()
  const { field } = form
  const text = (id: MessageId) => intl.formatMessage({ id })
  const networks = terms.flatMap((each) =>
    each.network === null ? [] : [{ ...each, network: each.network }],
  )
  const chosen = networks.find((each) => each.network === field("network").value)
  const shape = `usdt.shape.${chosen?.network}`
  const { onBlur: _, ...network } = field("network")
  return (
    <div className={styles.form}>
      <FormFrame form={form} id={FORM}>
        {variant === "exchange" ? <Notice tone="warning">{text("usdt.exchange.note")}</Notice> : null}
        <SelectField
          {...network}
          label={text("usdt.network")}
          placeholder={text("usdt.network.choose")}
          options={networks.map((each) => ({ value: each.network, label: each.network }))}
          hint={
            chosen ? intl.formatMessage({ id: "usdt.fee" }, { fee: format.amount(chosen.fee) }) : undefined
          }
        />
        <Field
          {...field("address")}
          label={text("usdt.address")}
          kind="multiline"
          autoComplete="off"
          hint={isMessageId(intl, shape) ? text(shape) : undefined}
        />
        <Ends address={field("address").value.trim()} />
        <Notice>{text("destination.cooling-off.note")}</Notice>
      </FormFrame>
    </div>
  )
}

/** Characters shown of each end. */
const END_LENGTH = 6

/** Both ends of the address in large type, for comparison with the source. */
const Ends = ({ address }: { readonly address: string }) => {
  const intl = useIntl()
  if (address.length < 4 * END_LENGTH) return null
  return (
    <p className={styles.ends}>
      {intl.formatMessage({ id: "usdt.compare" })}
      <span translate="no" className={styles.code}>
        {address.slice(0, END_LENGTH)} … {address.slice(-END_LENGTH)}
      </span>
    </p>
  )
}

/** The form that adds a crypto address, and its networks. */
const useUsdtAdd = () => {
  const intl = useIntl()
  const { back } = usePageNavigation()
  const { toast } = useFeedback()
  const refresh = useRefresh()
  const terms = useQuery("withdrawalTerms", {})
  const form = useForm("cryptoAdd", {
    onDone: () => {
      refresh("cryptoAddresses")
      toast(intl.formatMessage({ id: "usdt.added" }))
      back()
    },
  })
  return { form, terms, onBack: back }
}

/** Adds an address of the member's own wallet. */
export const UsdtAdd = () => <UsdtAddView variant="own" {...useUsdtAdd()} />

/** Adds an address that an exchange gave the member. */
export const UsdtAddEx = () => <UsdtAddView variant="exchange" {...useUsdtAdd()} />
