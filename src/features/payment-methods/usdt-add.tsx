import { useMemo } from "react"
import { useIntl } from "react-intl"
import type { AddressFormat, WithdrawalTerms } from "../../domain/cash.ts"
import {
  cryptoAddressProblem,
  isWithoutChecksum,
  plainAddress,
  tagProblem,
  takesTag,
} from "../../domain/crypto-address.ts"
import { demoSamples } from "../../domain/demo-samples.ts"
import type { PageChecks } from "../../domain/forms.ts"
import { PAYMENT_LINK_LENGTH_MAX } from "../../domain/limits.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useFeedback } from "../../runtime/hooks/use-feedback.ts"
import { useForm } from "../../runtime/hooks/use-form.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useQuery, useRefresh } from "../../runtime/hooks/use-query.ts"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { useFormat } from "../../ui/format.ts"
import { FormAmounts } from "../../ui/hidden-amounts.tsx"
import { isMessageId } from "../../ui/message-id.ts"
import { Notice } from "../../ui/Notice.tsx"
import { SelectField } from "../../ui/SelectField.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { useText } from "../../ui/use-text.ts"
import { DemoNotice } from "../patterns/demo-notice.tsx"
import styles from "../patterns/form-view.module.css"
import { type FieldBinding, FormFrame, type FormView } from "../patterns/form-view.tsx"
import { type Loadable, Loaded } from "../patterns/loaded.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { CoolingOffNote } from "./cooling-off.tsx"

export interface UsdtAddViewProps {
  /** An address of the member's own wallet, or one that an exchange gave them. */
  readonly variant: "own" | "exchange"
  readonly form: FormView<"network" | "address">
  /** The tag of an exchange's address, shown where the network has one. */
  readonly tag?: FieldBinding | undefined
  readonly terms: Loadable<readonly WithdrawalTerms[]>
  readonly onBack: () => void
}

const FORM = "usdt-add"

/** The form for a crypto address: network first, because the address is checked against it. */
export const UsdtAddView = ({ variant, form, tag, terms, onBack }: UsdtAddViewProps) => {
  const text = useText()
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
        {(known) => <Fields variant={variant} form={form} tag={tag} networks={networksOf(known)} />}
      </Loaded>
    </SubPage>
  )
}

interface Network {
  readonly name: string
  readonly format: AddressFormat
  readonly fee: string
}

/** The networks whose addresses can be checked. */
const networksOf = (terms: readonly WithdrawalTerms[]): readonly Network[] =>
  terms.flatMap(({ network, format, fee }) =>
    network === null || format === undefined ? [] : [{ name: network, format, fee }],
  )

const fillSample = (form: UsdtAddViewProps["form"], network: Network | undefined) => {
  if (network === undefined) return
  if (form.field("network").value !== network.name) form.field("network").onChange(network.name)
  form.field("address").onChange(demoSamples.addresses[network.format])
}

interface FieldsProps extends Pick<UsdtAddViewProps, "variant" | "form" | "tag"> {
  readonly networks: readonly Network[]
}

const Fields = ({ variant, form, tag, networks }: FieldsProps) => {
  const intl = useIntl()
  const format = useFormat()
  const { field } = form
  const text = useText()
  const chosen = networks.find(({ name }) => name === field("network").value)
  const shape = `usdt.shape.${chosen?.format}`
  const typed = field("address").value.trim()
  const address = chosen ? plainAddress(typed, chosen.format) : typed
  const { onBlur: _, ...network } = field("network")
  return (
    <div className={styles.form}>
      <FormFrame form={form} id={FORM}>
        <DemoNotice of="address" onFill={() => fillSample(form, chosen ?? networks[0])} />
        {variant === "exchange" ? <Notice tone="warning">{text("usdt.exchange.note")}</Notice> : null}
        <SelectField
          {...network}
          label={text("usdt.network")}
          placeholder={text("usdt.network.choose")}
          options={networks.map(({ name }) => ({ value: name, label: name }))}
          hint={
            chosen ? intl.formatMessage({ id: "usdt.fee" }, { fee: format.amount(chosen.fee) }) : undefined
          }
        />
        <Field
          {...field("address")}
          label={text("usdt.address")}
          kind="multiline"
          maxLength={PAYMENT_LINK_LENGTH_MAX}
          autoComplete="off"
          hint={isMessageId(intl, shape) ? text(shape) : undefined}
        />
        {chosen && isWithoutChecksum(address, chosen.format) ? (
          <Notice tone="warning" announced>
            {text("usdt.no-checksum")}
          </Notice>
        ) : null}
        <Ends address={address} />
        {tag && takesTag(chosen?.format) ? (
          <Field
            {...tag}
            label={text("usdt.tag")}
            kind="digits"
            autoComplete="off"
            hint={text("usdt.tag.hint")}
          />
        ) : null}
        <CoolingOffNote />
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

/** Checks address and tag against the format of the chosen network. */
const checksFor = (
  variant: UsdtAddViewProps["variant"],
  terms: readonly WithdrawalTerms[] = [],
): PageChecks => {
  const networks = networksOf(terms)
  const formatOf = (network = "") => networks.find(({ name }) => name === network)?.format
  return {
    address: (value, { network }) => {
      const format = formatOf(network)
      return format && value !== "" ? cryptoAddressProblem(value, format) : null
    },
    ...(variant === "exchange" && {
      tag: (value, { network }) =>
        takesTag(formatOf(network)) ? tagProblem(value.trim(), formatOf(network), true) : null,
    }),
  }
}

/** What both pages have: the networks, the checks, and what follows when the address was added. */
const useUsdtAdd = (variant: UsdtAddViewProps["variant"]) => {
  const intl = useIntl()
  const { backTo } = usePageNavigation()
  const back = () => backTo(urlOf("usdt-list"))
  const { toast } = useFeedback()
  const refresh = useRefresh()
  const terms = useQuery("withdrawalTerms", {})
  const checks = useMemo(() => checksFor(variant, terms.data), [variant, terms.data])
  const onDone = () => {
    refresh("cryptoAddresses")
    toast(intl.formatMessage({ id: "usdt.added" }))
    back()
  }
  return { terms, options: { checks, onDone }, onBack: back }
}

/** Adds an address of the member's own wallet. */
export const UsdtAdd = () => {
  const { options, ...page } = useUsdtAdd("own")
  const form = useForm("cryptoAdd", options)
  return (
    <FormAmounts>
      <UsdtAddView variant="own" form={form} {...page} />
    </FormAmounts>
  )
}

/** Adds an address that an exchange gave the member. */
export const UsdtAddEx = () => {
  const { options, ...page } = useUsdtAdd("exchange")
  const form = useForm("exchangeAdd", options)
  const onNetwork = (network: string) => {
    // a tag belongs to the address of one network
    form.set("tag", "")
    form.set("network", network)
  }
  const field = (name: "network" | "address") =>
    name === "network" ? { ...form.field(name), onChange: onNetwork } : form.field(name)
  return (
    <FormAmounts>
      <UsdtAddView variant="exchange" form={{ ...form, field }} tag={form.field("tag")} {...page} />
    </FormAmounts>
  )
}
