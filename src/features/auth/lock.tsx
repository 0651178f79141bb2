import { type FormEvent, useState } from "react"
import { useIntl } from "react-intl"
import { UNLOCK_WAIT_HOURS } from "../../domain/limits.ts"
import { ENTRY_PATH } from "../../navigation/routes.ts"
import { type Lock as LockCommands, useLock } from "../../runtime/hooks/use-lock.ts"
import { useNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useProblemText } from "../../runtime/hooks/use-problem.ts"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { useFormat } from "../../ui/format.ts"
import { Notice } from "../../ui/Notice.tsx"
import { TextLink } from "../../ui/TextLink.tsx"
import { useText } from "../../ui/use-text.ts"
import { FormError } from "../patterns/form-view.tsx"
import { EntryLinks, EntryPage } from "./entry-page.tsx"
import { UsernameField } from "./username-field.tsx"

/** Since when the account is locked, or from when on a log-in opens it. */
const LockState = ({ phase, lockedAtMs, opensAtMs }: LockCommands) => {
  const intl = useIntl()
  const format = useFormat()
  const [id, atMs] =
    phase === "unlocking" ? (["lock.opens", opensAtMs] as const) : (["lock.since", lockedAtMs] as const)
  if (atMs === null || (phase !== "locked" && phase !== "unlocking")) return null
  return (
    <Notice tone="success" announced>
      {intl.formatMessage({ id }, { time: format.dateTime(atMs) })}
    </Notice>
  )
}

/** Locks an account by its name and password, and asks to unlock it. */
export const Lock = () => {
  const intl = useIntl()
  const text = useText()
  const textOf = useProblemText()
  const { reLaunch } = useNavigation()
  const lock = useLock()
  const [typed, setTyped] = useState({ username: "", password: "", code: "" })
  const [isTried, setTried] = useState(false)
  const failure = lock.busy ? null : lock.failure
  const ofCode = failure?.field === "factor_code" ? failure : null
  const [needsCode, setNeedsCode] = useState(false)
  if (ofCode !== null && !needsCode) setNeedsCode(true)
  const send = (command: LockCommands["unlock"]) => {
    setTried(true)
    if (typed.username === "" || typed.password === "") return
    command(typed.username, typed.password, typed.code)
    // who still needs a code goes on with the password that was right
    if (command === lock.lock) setTyped({ ...typed, password: "" })
    setTried(false)
  }
  const field = (name: keyof typeof typed) => ({
    name,
    value: typed[name],
    error:
      name === "code"
        ? textOf(ofCode)
        : isTried && typed[name] === ""
          ? textOf({ reason: "field.required" }, name)
          : undefined,
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
    onBlur: () => {},
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(lock.lock)
  }
  return (
    <EntryPage title={text("lock.title")}>
      <p>{text("lock.text")}</p>
      <p>{intl.formatMessage({ id: "lock.end" }, { hours: UNLOCK_WAIT_HOURS })}</p>
      <form method="post" noValidate onSubmit={submit}>
        <FormError>{failure === ofCode ? null : textOf(failure)}</FormError>
        <LockState {...lock} />
        <UsernameField field={field("username")} />
        <Field
          {...field("password")}
          label={text("login.password")}
          kind="password"
          autoComplete="current-password"
          enterKeyHint="go"
        />
        {needsCode ? (
          <Field
            {...field("code")}
            label={text("login.code")}
            autoComplete="one-time-code"
            enterKeyHint="go"
            autoFocus
          />
        ) : null}
        <Button type="submit" tone="danger" wide busy={lock.phase === "locking"}>
          {text("lock.submit")}
        </Button>
        <Button tone="secondary" wide busy={lock.phase === "requesting"} onClick={() => send(lock.unlock)}>
          {text("lock.unlock")}
        </Button>
        <EntryLinks>
          <TextLink href={ENTRY_PATH} onPress={() => void reLaunch(ENTRY_PATH)} tone="quiet">
            {text("register.login")}
          </TextLink>
        </EntryLinks>
      </form>
    </EntryPage>
  )
}
