import { useIntl } from "react-intl"
import { Field } from "../../ui/Field.tsx"
import type { FieldBinding } from "../patterns/form-view.tsx"

/** The field for a username, before login. */
export const UsernameField = ({ field }: { readonly field: FieldBinding }) => {
  const intl = useIntl()
  return (
    <Field
      {...field}
      label={intl.formatMessage({ id: "login.username" })}
      autoComplete="username"
      enterKeyHint="next"
    />
  )
}
