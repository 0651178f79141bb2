import { useState } from "react"
import { useIntl } from "react-intl"
import { urlOf } from "../../navigation/routes.ts"
import { useForm } from "../../runtime/hooks/use-form.ts"
import { type PageLink, usePageLink } from "../../runtime/hooks/use-navigation.ts"
import { usePasskeyLogin } from "../../runtime/hooks/use-passkey-login.ts"
import { useConfig, useSiteOff } from "../../runtime/hooks/use-preferences.ts"
import { useProblemText } from "../../runtime/hooks/use-problem.ts"
import { useDemoLogin, useSession, useWeChat } from "../../runtime/hooks/use-session.ts"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { TextLink } from "../../ui/TextLink.tsx"
import { FormError, FormFrame, type FormView } from "../patterns/form-view.tsx"
import { EntryLinks, EntryPage, topicUrl } from "./entry-page.tsx"
import { UsernameField } from "./username-field.tsx"

export interface LoginViewProps {
  readonly form: FormView<"username" | "password" | "code">
  /** Null while the site is closed. */
  readonly register: PageLink | null
  readonly help: PageLink
  readonly forgotten: PageLink
  readonly lock: PageLink
  readonly takesPasskey: boolean
}

/** Username, password, and links to registration, help and a forgotten password. */
export const LoginView = (props: LoginViewProps) => {
  const { form, register, help, forgotten, lock, takesPasskey } = props
  const intl = useIntl()
  const { field } = form
  const [isCodeAsked, setCodeAsked] = useState(false)
  // the server asks for it, once the password is right
  if (field("code").error && !isCodeAsked) setCodeAsked(true)
  return (
    <FormFrame form={form}>
      <UsernameField field={field("username")} takesPasskey={takesPasskey} />
      <Field
        {...field("password")}
        label={intl.formatMessage({ id: "login.password" })}
        kind="password"
        autoComplete="current-password"
        enterKeyHint="go"
      />
      {isCodeAsked ? (
        <Field
          {...field("code")}
          label={intl.formatMessage({ id: "login.code" })}
          autoComplete="one-time-code"
          enterKeyHint="go"
        />
      ) : null}
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
        <TextLink {...lock} tone="quiet">
          {intl.formatMessage({ id: "login.lock" })}
        </TextLink>
      </EntryLinks>
      {register ? (
        <p>
          {intl.formatMessage({ id: "login.no-account" })}{" "}
          <TextLink {...register}>{intl.formatMessage({ id: "login.register" })}</TextLink>
        </p>
      ) : null}
    </FormFrame>
  )
}

/** The shared login of a demo, by one tap. */
const DemoEntry = () => {
  const intl = useIntl()
  const config = useConfig()
  const { busy, failure } = useSession()
  const login = useDemoLogin()
  const [isTried, setTried] = useState(false)
  const textOf = useProblemText()
  if (!config?.demo) return null
  const enter = () => {
    setTried(true)
    login()
  }
  return (
    <>
      <FormError>{isTried && failure ? textOf(failure) : null}</FormError>
      <Button tone="secondary" wide busy={isTried && busy} onClick={enter}>
        {intl.formatMessage({ id: "login.demo" })}
      </Button>
    </>
  )
}

/** The log-in by a passkey alone, in browsers and at addresses that know them. */
const PasskeyEntry = ({ isOffered, busy, failure, ask }: ReturnType<typeof usePasskeyLogin>) => {
  const intl = useIntl()
  const textOf = useProblemText()
  if (!isOffered) return null
  return (
    <>
      <FormError>{failure ? textOf(failure) : null}</FormError>
      <Button tone="secondary" wide busy={busy} onClick={ask}>
        {intl.formatMessage({ id: "passkey.login" })}
      </Button>
    </>
  )
}

/** The way through WeChat, where the operator set it up. */
const WeChatEntry = () => {
  const intl = useIntl()
  const { isOffered, busy, failure, begin } = useWeChat()
  const textOf = useProblemText()
  if (!isOffered) return null
  return (
    <>
      <FormError>{failure ? textOf(failure) : null}</FormError>
      <Button tone="secondary" wide busy={busy} onClick={() => begin("login")}>
        {intl.formatMessage({ id: "wechat.continue" })}
      </Button>
    </>
  )
}

export const Login = () => {
  const intl = useIntl()
  const form = useForm("login")
  const link = usePageLink()
  const isSiteOff = useSiteOff()
  const passkey = usePasskeyLogin()
  return (
    <EntryPage title={intl.formatMessage({ id: "login.title" })}>
      {isSiteOff ? (
        <Notice title={intl.formatMessage({ id: "empty.title" })}>
          {intl.formatMessage({ id: "empty.open" })}
        </Notice>
      ) : null}
      <LoginView
        form={form}
        register={isSiteOff ? null : link(urlOf("register"))}
        help={link(topicUrl("help"))}
        forgotten={link(topicUrl("password"))}
        lock={link(urlOf("lock"))}
        takesPasskey={passkey.isReady}
      />
      <PasskeyEntry {...passkey} />
      <DemoEntry />
      <WeChatEntry />
    </EntryPage>
  )
}
