import { useEffect, useEffectEvent } from "react"
import { useIntl } from "react-intl"
import { consentTo, isConsentTo } from "../../domain/forms.ts"
import { INVITATION_CODE_LENGTH } from "../../domain/limits.ts"
import { ENTRY_PATH, urlOf } from "../../navigation/routes.ts"
import { useActor, useRuntime } from "../../runtime/hooks/runtime-context.tsx"
import { useForm } from "../../runtime/hooks/use-form.ts"
import { type PageLink, useNavigation, usePageLink } from "../../runtime/hooks/use-navigation.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { Button } from "../../ui/Button.tsx"
import { Checkbox } from "../../ui/Checkbox.tsx"
import { Field } from "../../ui/Field.tsx"
import { useFormat } from "../../ui/format.ts"
import { Notice } from "../../ui/Notice.tsx"
import { TextLink } from "../../ui/TextLink.tsx"
import { type FieldBinding, FormFrame, type FormView } from "../patterns/form-view.tsx"
import { NewPasswordField } from "../patterns/new-password-field.tsx"
import { EntryLinks, EntryPage, topicUrl } from "./entry-page.tsx"
import { UsernameField } from "./username-field.tsx"

export interface RegisterViewProps {
  readonly form: FormView<"username" | "password" | "invitationCode" | "consent">
  readonly login: PageLink
  readonly help: PageLink
  readonly agreements: PageLink
  /** The date of the terms; undefined until it is known. */
  readonly termsAtMs: number | undefined
  /** Credited to every new member; "0.00" for none. */
  readonly bonus: string
}

/** Username, password, invitation code, and the consent to the agreements. */
export const RegisterView = ({ form, login, help, agreements, termsAtMs, bonus }: RegisterViewProps) => {
  const intl = useIntl()
  const { field } = form
  return (
    <FormFrame form={form}>
      <UsernameField field={field("username")} />
      <NewPasswordField field={field("password")} label="login.password" enterKeyHint="next" />
      <Field
        {...field("invitationCode")}
        label={intl.formatMessage({ id: "register.invitation" })}
        autoComplete="off"
        enterKeyHint="go"
        hint={intl.formatMessage({ id: "register.invitation.hint" }, { length: INVITATION_CODE_LENGTH })}
      />
      <Bonus amount={bonus} />
      <Consent binding={field("consent")} agreements={agreements} termsAtMs={termsAtMs} />
      <Button type="submit" wide busy={form.busy}>
        {intl.formatMessage({ id: "register.submit" })}
      </Button>
      <EntryLinks>
        <span>
          {intl.formatMessage({ id: "register.has-account" })}{" "}
          <TextLink {...login}>{intl.formatMessage({ id: "register.login" })}</TextLink>
        </span>
        <TextLink {...help} tone="quiet">
          {intl.formatMessage({ id: "entry.help" })}
        </TextLink>
      </EntryLinks>
    </FormFrame>
  )
}

const NO_AMOUNT = "0.00"

/** What is credited at sign-up, before it is given. */
const Bonus = ({ amount }: { readonly amount: string }) => {
  const intl = useIntl()
  const format = useFormat()
  if (amount === NO_AMOUNT) return null
  return (
    <Notice tone="info">
      {intl.formatMessage({ id: "register.bonus" }, { amount: format.amount(amount) })}
    </Notice>
  )
}

interface ConsentProps extends Pick<RegisterViewProps, "agreements" | "termsAtMs"> {
  readonly binding: FieldBinding
}

/** The consent to the agreements of a stated date; it is asked again when the date changes. */
const Consent = ({ binding, agreements, termsAtMs }: ConsentProps) => {
  const intl = useIntl()
  const format = useFormat()
  const { name, value, error, onBlur } = binding
  return (
    <Checkbox
      name={name}
      label={
        termsAtMs === undefined
          ? intl.formatMessage({ id: "register.consent" })
          : intl.formatMessage({ id: "register.consent.dated" }, { date: format.date(termsAtMs) })
      }
      link={<TextLink {...agreements}>{intl.formatMessage({ id: "register.agreements" })}</TextLink>}
      checked={isConsentTo(value, termsAtMs)}
      error={error}
      onBlur={onBlur}
      onChange={(isGiven) => binding.onChange(isGiven ? consentTo(termsAtMs) : "")}
    />
  )
}

export interface RegisterProps {
  /** The invitation code of an invitation link. */
  readonly code?: string | undefined
}

export const Register = ({ code }: RegisterProps) => {
  const intl = useIntl()
  const config = useConfig()
  const form = useForm("register")
  const link = usePageLink()
  const { reLaunch } = useNavigation()
  const { apiLayer } = useRuntime()
  useEffect(() => {
    // the configuration, which has the date of the agreements, comes with the API layer
    apiLayer.load().catch(() => {})
  }, [apiLayer])
  const startup = useActor("startup")
  const hasChanged = form.problems.consent?.reason === "register.terms-changed"
  useEffect(() => {
    if (hasChanged) startup.send({ type: "startup.learn" })
  }, [hasChanged, startup])
  const invite = useEffectEvent((invitation: string) => {
    if (form.values.invitationCode !== invitation) form.set("invitationCode", invitation)
  })
  useEffect(() => {
    if (code !== undefined) invite(code)
  }, [code])
  return (
    <EntryPage title={intl.formatMessage({ id: "register.title" })} isLong>
      <RegisterView
        form={form}
        termsAtMs={config?.login.termsAtMs}
        bonus={config?.registrationBonus ?? NO_AMOUNT}
        login={{ href: ENTRY_PATH, onPress: () => void reLaunch(ENTRY_PATH) }}
        help={link(topicUrl("help"))}
        agreements={link(urlOf("agreement", { kind: "agreement" }))}
      />
    </EntryPage>
  )
}
