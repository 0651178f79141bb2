/** A forgotten password: the request to customer service, and the new password by its code. */
import { useIntl } from "react-intl"
import { RESET_CODE_MINUTES, RESET_CONTACT_LENGTH } from "../../domain/limits.ts"
import { ENTRY_PATH, urlOf } from "../../navigation/routes.ts"
import { useFeedback } from "../../runtime/hooks/use-feedback.ts"
import { useForm } from "../../runtime/hooks/use-form.ts"
import { useNavigation, usePageLink } from "../../runtime/hooks/use-navigation.ts"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { TextLink } from "../../ui/TextLink.tsx"
import { useText } from "../../ui/use-text.ts"
import { FormFrame } from "../patterns/form-view.tsx"
import { NewPasswordField } from "../patterns/new-password-field.tsx"
import { EntryLinks, EntryPage } from "./entry-page.tsx"
import { UsernameField } from "./username-field.tsx"

const useLoginLink = () => {
  const { reLaunch } = useNavigation()
  return { href: ENTRY_PATH, onPress: () => void reLaunch(ENTRY_PATH) }
}

/** Asks for the username and for a way to reach the member. */
export const Forgotten = () => {
  const text = useText()
  const form = useForm("forgotten")
  const link = usePageLink()
  const login = useLoginLink()
  const { field } = form
  const links = (
    <EntryLinks>
      <TextLink {...link(urlOf("reset-by-code"))} tone="quiet">
        {text("forgotten.have-code")}
      </TextLink>
      <TextLink {...login} tone="quiet">
        {text("register.login")}
      </TextLink>
    </EntryLinks>
  )
  if (form.isDone)
    return (
      <EntryPage title={text("forgotten.sent")}>
        <Notice tone="success" announced>
          {text("forgotten.done")}
        </Notice>
        <Button tone="secondary" wide onClick={() => form.set("username", "")}>
          {text("forgotten.again")}
        </Button>
        {links}
      </EntryPage>
    )
  return (
    <EntryPage title={text("forgotten.title")}>
      <p>{text("forgotten.text")}</p>
      <FormFrame form={form}>
        <UsernameField field={field("username")} />
        <Field
          {...field("contact")}
          label={text("forgotten.contact")}
          hint={text("forgotten.contact.hint")}
          autoComplete="email"
          maxLength={RESET_CONTACT_LENGTH.max}
          enterKeyHint="send"
        />
        <Button type="submit" wide busy={form.busy}>
          {text("forgotten.submit")}
        </Button>
        {links}
      </FormFrame>
    </EntryPage>
  )
}

/** Sets a new password by the code from customer service, and goes to login. */
export const ResetByCode = () => {
  const intl = useIntl()
  const text = useText()
  const { toast } = useFeedback()
  const login = useLoginLink()
  const form = useForm("resetByCode", {
    onDone: () => {
      toast(text("reset.done"))
      login.onPress()
    },
  })
  const { field } = form
  return (
    <EntryPage title={text("reset.title")}>
      <FormFrame form={form}>
        <UsernameField field={field("username")} />
        <Field
          {...field("code")}
          label={text("reset.code")}
          hint={intl.formatMessage({ id: "reset.code.hint" }, { minutes: RESET_CODE_MINUTES })}
          autoComplete="one-time-code"
          enterKeyHint="next"
        />
        <NewPasswordField field={field("newPassword")} label="password.new" enterKeyHint="done" />
        <Button type="submit" wide busy={form.busy}>
          {text("reset.submit")}
        </Button>
        <EntryLinks>
          <TextLink {...login} tone="quiet">
            {text("register.login")}
          </TextLink>
        </EntryLinks>
      </FormFrame>
    </EntryPage>
  )
}
