import { useEffect, useEffectEvent, useState } from "react"
import { type Factor, makeCodes } from "../../domain/factor.ts"
import { useFeedback } from "../../runtime/hooks/use-feedback.ts"
import { useForm } from "../../runtime/hooks/use-form.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useQuery, useRefresh } from "../../runtime/hooks/use-query.ts"
import { useSession } from "../../runtime/hooks/use-session.ts"
import { useCopy } from "../../runtime/hooks/use-share.ts"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { useText } from "../../ui/use-text.ts"
import formStyles from "../patterns/form-view.module.css"
import { FormFrame, type FormView } from "../patterns/form-view.tsx"
import { Loaded } from "../patterns/loaded.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { RecoveryCodes, type RecoveryCodesProps } from "./recovery-codes.tsx"
import { SharedLogin } from "./shared-login.tsx"

export interface AddPasskeyViewProps extends Omit<RecoveryCodesProps, "codes"> {
  readonly form: FormView<"recovery" | "password">
  readonly username: string
  /** Null where the account has recovery codes. */
  readonly codes: readonly string[] | null
}

/** The recovery codes of a first factor, and the password, before the browser makes a passkey. */
export const AddPasskeyView = ({ form, username, codes, ...copying }: AddPasskeyViewProps) => {
  const { field } = form
  const text = useText()
  return (
    <>
      <Notice>{text("passkey.text")}</Notice>
      {codes ? <RecoveryCodes codes={codes} {...copying} /> : null}
      <div className={formStyles.form}>
        <FormFrame form={form}>
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
          {codes ? (
            <Field
              {...field("recovery")}
              label={text("factor.recovery")}
              autoComplete="off"
              enterKeyHint="next"
            />
          ) : null}
          <Field
            {...field("password")}
            label={text("login.password")}
            kind="password"
            autoComplete="current-password"
            enterKeyHint="done"
          />
          <Button type="submit" wide busy={form.busy}>
            {text("passkey.add")}
          </Button>
        </FormFrame>
      </div>
    </>
  )
}

interface AddPasskeyProps {
  readonly isFirst: boolean
  readonly onDone: () => void
}

const AddPasskey = ({ isFirst, onDone }: AddPasskeyProps) => {
  const { user } = useSession()
  const form = useForm("passkeyAdd", { onDone })
  const { copy, copied } = useCopy(true)
  const [codes] = useState(() =>
    isFirst ? makeCodes((count) => crypto.getRandomValues(new Uint8Array(count))) : null,
  )
  const fill = useEffectEvent(() => form.set("recoveryCodes", codes?.join(" ") ?? ""))
  useEffect(() => fill(), [])
  const username = user?.username ?? ""
  return <AddPasskeyView form={form} username={username} codes={codes} copied={copied} onCopy={copy} />
}

export interface RemovePasskeyViewProps {
  readonly form: FormView<"code">
}

/** The removal of a passkey by a code. */
export const RemovePasskeyView = ({ form }: RemovePasskeyViewProps) => {
  const text = useText()
  return (
    <div className={formStyles.form}>
      <FormFrame form={form}>
        <Field
          {...form.field("code")}
          label={text("factor.any-code")}
          autoComplete="one-time-code"
          enterKeyHint="done"
        />
        <Button type="submit" tone="danger" wide busy={form.busy}>
          {text("passkey.remove")}
        </Button>
      </FormFrame>
    </div>
  )
}

const RemovePasskey = ({ id, onDone }: { readonly id: string; readonly onDone: () => void }) => {
  const form = useForm("passkeyRemove", { onDone })
  const fill = useEffectEvent(() => form.set("id", id))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another passkey is another removal
  useEffect(() => fill(), [id])
  return <RemovePasskeyView form={form} />
}

/** A passkey of the account: added, or the one of the id removed. */
export const PasskeyPage = ({ id }: { readonly id?: string }) => {
  const { back } = usePageNavigation()
  const { toast } = useFeedback()
  const refresh = useRefresh()
  const text = useText()
  const factor = useQuery("factor", {}, { refreshOn: ["member.changed"] })
  const done = (said: "passkey.added" | "passkey.removed") => () => {
    refresh("passkeys", "factor")
    toast(text(said))
    back()
  }
  return (
    <SubPage width="form" title={text(id === undefined ? "passkey.add" : "passkey.remove")} onBack={back}>
      <SharedLogin />
      {id === undefined ? (
        <Loaded query={factor} skeleton={<Skeleton shape="row" count={4} />}>
          {({ codesLeft, addedAtMs }: Factor) => (
            <AddPasskey isFirst={addedAtMs === null && codesLeft === 0} onDone={done("passkey.added")} />
          )}
        </Loaded>
      ) : (
        <RemovePasskey id={id} onDone={done("passkey.removed")} />
      )}
    </SubPage>
  )
}
