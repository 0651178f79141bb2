import { useIntl } from "react-intl"
import { Button } from "../ui/Button.tsx"
import { Field } from "../ui/Field.tsx"
import { Notice } from "../ui/Notice.tsx"
import { TextLink } from "../ui/TextLink.tsx"
import { EntryLinks } from "./entry-links.tsx"
import { type FormView, useFocusOnProblem, useTypedBefore } from "./form-view.ts"
import { useProblemText } from "./problem-text.ts"

export type LoginField = "username" | "password"

export interface EntryLink {
  readonly href: string
  readonly onPress: () => void
}

export interface LoginViewProps {
  readonly form: FormView<LoginField>
  readonly register: EntryLink
  readonly help: EntryLink
  readonly forgotten: EntryLink
}

const fields = ["username", "password"] as const

/** Username and password, one button, and the ways on for who has none or forgot it. */
export const LoginView = ({ form, register, help, forgotten }: LoginViewProps) => {
  const intl = useIntl()
  const textOf = useProblemText()
  const element = useFocusOnProblem(form.turnedBack)
  useTypedBefore(element, form, fields)
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
        label={intl.formatMessage({ id: "login.username" })}
        name="username"
        autoComplete="username"
        enterKeyHint="next"
        value={form.values.username}
        error={textOf(form.problems.username)}
        onChange={(value) => form.onChange("username", value)}
        onBlur={() => form.onLeave("username")}
      />
      <Field
        label={intl.formatMessage({ id: "login.password" })}
        kind="password"
        name="password"
        autoComplete="current-password"
        enterKeyHint="go"
        value={form.values.password}
        error={textOf(form.problems.password)}
        onChange={(value) => form.onChange("password", value)}
        onBlur={() => form.onLeave("password")}
      />
      <Button type="submit" wide busy={form.busy}>
        {intl.formatMessage({ id: "login.submit" })}
      </Button>
      <EntryLinks>
        <TextLink {...forgotten} tone="quiet">
          {intl.formatMessage({ id: "login.forgotten" })}
        </TextLink>
        <TextLink {...help} tone="quiet">
          {intl.formatMessage({ id: "entry.help" })}
        </TextLink>
      </EntryLinks>
      <p>
        {intl.formatMessage({ id: "login.no-account" })}{" "}
        <TextLink {...register}>{intl.formatMessage({ id: "login.register" })}</TextLink>
      </p>
    </form>
  )
}
