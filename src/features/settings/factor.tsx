import { useEffect, useEffectEvent, useState } from "react"
import { useIntl } from "react-intl"
import { type Factor, type FactorSecrets, factorUrl, makeFactor, writeFactor } from "../../domain/factor.ts"
import { useFeedback } from "../../runtime/hooks/use-feedback.ts"
import { useForm } from "../../runtime/hooks/use-form.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { useSession } from "../../runtime/hooks/use-session.ts"
import { useCopy } from "../../runtime/hooks/use-share.ts"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { CopyValue } from "../../ui/CopyValue.tsx"
import { Field } from "../../ui/Field.tsx"
import { useFormat } from "../../ui/format.ts"
import { Notice } from "../../ui/Notice.tsx"
import { QrCode } from "../../ui/QrCode.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { useText } from "../../ui/use-text.ts"
import formStyles from "../patterns/form-view.module.css"
import { FormFrame, type FormView } from "../patterns/form-view.tsx"
import { Loaded } from "../patterns/loaded.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import styles from "./factor.module.css"
import { RecoveryCodes } from "./recovery-codes.tsx"
import { SharedLogin } from "./shared-login.tsx"

const ISSUER = "Financial Links"

export interface AddFactorViewProps {
  readonly form: FormView<"code" | "recovery" | "password">
  readonly secrets: FactorSecrets
  readonly username: string
  readonly copied: string | undefined
  readonly onCopy: (value: string) => void
}

/** The key for the app and the recovery codes, shown this once; then proofs that both are stored. */
export const AddFactorView = ({ form, secrets, username, copied, onCopy }: AddFactorViewProps) => {
  const { field } = form
  const text = useText()
  const { key, codes } = secrets
  return (
    <>
      <Notice>{text("factor.text")}</Notice>
      <Card>
        <div className={styles.part}>
          <p>{text("factor.scan")}</p>
          <QrCode value={factorUrl(key, ISSUER, username)} label={text("factor.title")} />
          <CopyValue label={text("factor.key")} value={key} copied={copied === key} onCopy={onCopy} />
        </div>
      </Card>
      <RecoveryCodes codes={codes} copied={copied} onCopy={onCopy} />
      <div className={formStyles.form}>
        <FormFrame form={form}>
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
          <Field
            {...field("code")}
            label={text("factor.code")}
            kind="digits"
            autoComplete="one-time-code"
            enterKeyHint="next"
          />
          <Field
            {...field("recovery")}
            label={text("factor.recovery")}
            autoComplete="off"
            enterKeyHint="next"
          />
          <Field
            {...field("password")}
            label={text("login.password")}
            kind="password"
            autoComplete="current-password"
            enterKeyHint="done"
          />
          <Button type="submit" wide busy={form.busy}>
            {text("factor.add")}
          </Button>
        </FormFrame>
      </div>
    </>
  )
}

const AddFactor = ({ onDone }: { readonly onDone: () => void }) => {
  const { user } = useSession()
  const form = useForm("factorAdd", { onDone })
  const { copy, copied } = useCopy(true)
  const [secrets] = useState(() => makeFactor((count) => crypto.getRandomValues(new Uint8Array(count))))
  const fill = useEffectEvent(() => form.set("factorSecret", writeFactor(secrets)))
  useEffect(() => fill(), [])
  return (
    <AddFactorView
      form={form}
      secrets={secrets}
      username={user?.username ?? ""}
      copied={copied}
      onCopy={copy}
    />
  )
}

export interface RemoveFactorViewProps {
  readonly form: FormView<"code">
  readonly addedAtMs: number
  readonly codesLeft: number
}

/** Since when the factor is on, the codes that are left, and its removal by one of them. */
export const RemoveFactorView = ({ form, addedAtMs, codesLeft }: RemoveFactorViewProps) => {
  const intl = useIntl()
  const format = useFormat()
  const text = useText()
  return (
    <>
      <Notice
        tone="success"
        title={intl.formatMessage({ id: "factor.on" }, { time: format.dateTime(addedAtMs) })}
      >
        {intl.formatMessage({ id: "factor.codes-left" }, { count: codesLeft })}
      </Notice>
      <div className={formStyles.form}>
        <FormFrame form={form}>
          <Field
            {...form.field("code")}
            label={text("factor.any-code")}
            autoComplete="one-time-code"
            enterKeyHint="done"
          />
          <Button type="submit" tone="danger" wide busy={form.busy}>
            {text("factor.remove")}
          </Button>
        </FormFrame>
      </div>
    </>
  )
}

const RemoveFactor = ({ onDone, ...shown }: Omit<RemoveFactorViewProps, "form"> & { onDone: () => void }) => (
  <RemoveFactorView form={useForm("factorRemove", { onDone })} {...shown} />
)

/** The authenticator app of the account: added or removed. */
export const FactorPage = () => {
  const { back } = usePageNavigation()
  const { toast } = useFeedback()
  const text = useText()
  const factor = useQuery("factor", {}, { refreshOn: ["member.changed"] })
  const done = (said: "factor.added" | "factor.removed") => () => {
    factor.onRenew()
    toast(text(said))
    back()
  }
  return (
    <SubPage width="form" title={text("factor.title")} onBack={back}>
      <SharedLogin />
      <Loaded query={factor} skeleton={<Skeleton shape="row" count={4} />}>
        {({ addedAtMs, codesLeft }: Factor) =>
          addedAtMs === null ? (
            <AddFactor onDone={done("factor.added")} />
          ) : (
            <RemoveFactor addedAtMs={addedAtMs} codesLeft={codesLeft} onDone={done("factor.removed")} />
          )
        }
      </Loaded>
    </SubPage>
  )
}
