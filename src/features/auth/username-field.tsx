import { useIntl } from "react-intl"
import { Field } from "../../ui/Field.tsx"
import type { FieldBinding } from "../patterns/form-view.tsx"

interface UsernameFieldProps {
  readonly field: FieldBinding
  /** True where the browser may offer passkeys too. */
  readonly takesPasskey?: boolean
}

/** The field for a username, before login. */
export const UsernameField = ({ field, takesPasskey = false }: UsernameFieldProps) => {
  const intl = useIntl()
  return (
    <Field
      {...field}
      label={intl.formatMessage({ id: "login.username" })}
      autoComplete={takesPasskey ? "username webauthn" : "username"}
      enterKeyHint="next"
    />
  )
}
