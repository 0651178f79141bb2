import { useIntl } from "react-intl"
import { PASSWORD_LENGTH } from "../../domain/limits.ts"
import { Field } from "../../ui/Field.tsx"
import type { FieldBinding } from "./form-view.tsx"

export interface NewPasswordFieldProps {
  readonly field: FieldBinding
  readonly label: "login.password" | "password.new"
  readonly enterKeyHint: "next" | "done"
}

/** The field for a new password, with its bounds. */
export const NewPasswordField = ({ field, label, enterKeyHint }: NewPasswordFieldProps) => {
  const intl = useIntl()
  return (
    <Field
      {...field}
      label={intl.formatMessage({ id: label })}
      kind="password"
      autoComplete="new-password"
      enterKeyHint={enterKeyHint}
      hint={intl.formatMessage({ id: "register.password.hint" }, PASSWORD_LENGTH)}
    />
  )
}
