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
import { type FieldBinding, FormFrame } from "../patterns/form-view.tsx"
import { NewPasswordField } from "../patterns/new-password-field.tsx"
import { EntryLinks, EntryPage, topicUrl } from "./entry-page.tsx"
import { UsernameField } from "./username-field.tsx"

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

interface ConsentProps {
  readonly binding: FieldBinding
  readonly agreements: PageLink
  /** The date of the terms; undefined until it is known. */
  readonly termsAtMs: number | undefined
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

/** Username, password, invitation code, and the consent to the agreements. */
export const Register = ({ code }: RegisterProps) => {
  const intl = useIntl()
  const config = useConfig()
  const form = useForm("register")
  const { field } = form
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
        <Bonus amount={config?.registrationBonus ?? NO_AMOUNT} />
        <Consent
          binding={field("consent")}
          agreements={link(urlOf("agreement", { kind: "agreement" }))}
          termsAtMs={config?.login.termsAtMs}
        />
        <Button type="submit" wide busy={form.busy}>
          {intl.formatMessage({ id: "register.submit" })}
        </Button>
        <EntryLinks>
          <span>
            {intl.formatMessage({ id: "register.has-account" })}{" "}
            <TextLink href={ENTRY_PATH} onPress={() => void reLaunch(ENTRY_PATH)}>
              {intl.formatMessage({ id: "register.login" })}
            </TextLink>
          </span>
          <TextLink {...link(topicUrl("help"))} tone="quiet">
            {intl.formatMessage({ id: "entry.help" })}
          </TextLink>
        </EntryLinks>
      </FormFrame>
    </EntryPage>
  )
}
