import { useIntl } from "react-intl"
import { useFeedback } from "../../runtime/hooks/use-feedback.ts"
import { useForm } from "../../runtime/hooks/use-form.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useSession } from "../../runtime/hooks/use-session.ts"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { useText } from "../../ui/use-text.ts"
import styles from "../patterns/form-view.module.css"
import { FormFrame, type FormView } from "../patterns/form-view.tsx"
import { NewPasswordField } from "../patterns/new-password-field.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { SharedLogin } from "./shared-login.tsx"

export interface ResetPasswordViewProps {
  readonly form: FormView<"oldPassword" | "newPassword" | "confirm">
  /** The username for password managers. */
  readonly username: string | undefined
  readonly onBack: () => void
}

const FORM = "reset-password"

/** Old and new password. A change ends every other session. */
export const ResetPasswordView = ({ form, username, onBack }: ResetPasswordViewProps) => {
  const { field } = form
  const text = useText()
  return (
    <SubPage
      width="form"
      title={text("password.title")}
      onBack={onBack}
      footer={
        <Button type="submit" form={FORM} wide busy={form.busy}>
          {text("password.submit")}
        </Button>
      }
    >
      <SharedLogin />
      <div className={styles.form}>
        <FormFrame form={form} id={FORM}>
          <input type="text" name="username" autoComplete="username" value={username ?? ""} readOnly hidden />
          <Field
            {...field("oldPassword")}
            label={text("password.old")}
            kind="password"
            autoComplete="current-password"
            enterKeyHint="next"
          />
          <NewPasswordField field={field("newPassword")} label="password.new" enterKeyHint="next" />
          <Field
            {...field("confirm")}
            label={text("password.confirm")}
            kind="password"
            autoComplete="new-password"
            enterKeyHint="done"
          />
          <Notice>{text("password.note")}</Notice>
        </FormFrame>
      </div>
    </SubPage>
  )
}

export const ResetPassword = () => {
  const intl = useIntl()
  const { back } = usePageNavigation()
  const { user } = useSession()
  const { toast } = useFeedback()
  const form = useForm("password", {
    onDone: () => {
      toast(intl.formatMessage({ id: "password.changed" }))
      back()
    },
  })
  return <ResetPasswordView form={form} username={user?.username} onBack={back} />
}
