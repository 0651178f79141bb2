import { useIntl } from "react-intl"
import { INVITATION_CODE_LENGTH, PASSWORD_LENGTH } from "../domain/limits.ts"
import { Button } from "../ui/Button.tsx"
import { Field } from "../ui/Field.tsx"
import { Notice } from "../ui/Notice.tsx"
import { TextLink } from "../ui/TextLink.tsx"
import { EntryLinks } from "./entry-links.tsx"
import { type FormView, useFocusOnProblem, useTypedBefore } from "./form-view.ts"
import type { EntryLink } from "./login.tsx"
import { useProblemText } from "./problem-text.ts"

export type RegisterField = "username" | "password" | "invitation_code"

export interface RegisterViewProps {
  readonly form: FormView<RegisterField>
  readonly login: EntryLink
  readonly help: EntryLink
  readonly agreements: EntryLink
}

const fields = ["username", "password", "invitation_code"] as const

/** A name, a password and the code of whoever invited; nothing else is asked. */
export const RegisterView = ({ form, login, help, agreements }: RegisterViewProps) => {
  const intl = useIntl()
  const textOf = useProblemText()
  const element = useFocusOnProblem(form.turnedBack)
  useTypedBefore(element, form, fields)
  const bound = (name: RegisterField) => ({
    name,
    value: form.values[name],
    error: textOf(form.problems[name]),
    onChange: (value: string) => form.onChange(name, value),
    onBlur: () => form.onLeave(name),
  })
  return (
    <form
      ref={element}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.onSubmit()
      }}
    >
      {form.failure ? (
        <Notice tone="danger" announced>
          {textOf(form.failure)}
        </Notice>
      ) : null}
      <Field
        {...bound("username")}
        label={intl.formatMessage({ id: "login.username" })}
        autoComplete="username"
        enterKeyHint="next"
      />
      <Field
        {...bound("password")}
        label={intl.formatMessage({ id: "login.password" })}
        kind="password"
        autoComplete="new-password"
        enterKeyHint="next"
        hint={intl.formatMessage({ id: "register.password.hint" }, PASSWORD_LENGTH)}
      />
      <Field
        {...bound("invitation_code")}
        label={intl.formatMessage({ id: "register.invitation" })}
        autoComplete="off"
        enterKeyHint="go"
        hint={intl.formatMessage({ id: "register.invitation.hint" }, { length: INVITATION_CODE_LENGTH })}
      />
      <Button type="submit" wide busy={form.busy}>
        {intl.formatMessage({ id: "register.submit" })}
      </Button>
      <EntryLinks>
        <TextLink {...agreements} tone="quiet">
          {intl.formatMessage({ id: "register.agreements" })}
        </TextLink>
        <TextLink {...help} tone="quiet">
          {intl.formatMessage({ id: "entry.help" })}
        </TextLink>
      </EntryLinks>
      <p>
        {intl.formatMessage({ id: "register.has-account" })}{" "}
        <TextLink {...login}>{intl.formatMessage({ id: "register.login" })}</TextLink>
      </p>
    </form>
  )
}
