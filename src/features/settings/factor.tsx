import { useIntl } from "react-intl"
import { type Factor, type FactorChange, factorUrl } from "../../domain/factor.ts"
import { useFactor } from "../../runtime/hooks/use-factor.ts"
import { useFeedback } from "../../runtime/hooks/use-feedback.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useQuery, useRefresh } from "../../runtime/hooks/use-query.ts"
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
import { FormFrame } from "../patterns/form-view.tsx"
import { Loaded } from "../patterns/loaded.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import styles from "./factor.module.css"
import { RecoveryCodes } from "./recovery-codes.tsx"
import { SharedLogin } from "./shared-login.tsx"

const ISSUER = "Financial Links"

const TEXTS = {
  app: { text: "factor.text", submit: "factor.add", done: "factor.added" },
  passkey: { text: "passkey.text", submit: "passkey.add", done: "passkey.added" },
  codes: { text: "codes.text", submit: "codes.replace", done: "codes.replaced" },
  "app-off": { text: null, submit: "factor.remove", done: "factor.removed" },
  "passkey-off": { text: null, submit: "passkey.remove", done: "passkey.removed" },
} as const satisfies Readonly<Record<FactorChange, object>>

interface FactorFormProps {
  readonly change: FactorChange
  readonly passkeyId?: string
  /** The first factor of an account brings recovery codes. */
  readonly isFirst?: boolean
}

/** What a change shows this once, and proofs that it is stored. The confirmation follows. */
const FactorForm = ({ change, passkeyId = "", isFirst = false }: FactorFormProps) => {
  const { back } = usePageNavigation()
  const { toast } = useFeedback()
  const refresh = useRefresh()
  const { user } = useSession()
  const text = useText()
  const { copy: onCopy, copied } = useCopy(true)
  const said = TEXTS[change]
  const onDone = () => {
    refresh("factor", "passkeys")
    toast(text(said.done))
    back()
  }
  const { form, key, codes } = useFactor({ change, passkeyId, isFirst, onDone })
  return (
    <>
      {said.text ? <Notice>{text(said.text)}</Notice> : null}
      {key ? (
        <Card>
          <div className={styles.part}>
            <p>{text("factor.scan")}</p>
            <QrCode value={factorUrl(key, ISSUER, user?.username ?? "")} label={text("factor.title")} />
            <CopyValue label={text("factor.key")} value={key} copied={copied === key} onCopy={onCopy} />
          </div>
        </Card>
      ) : null}
      {codes.length > 0 ? <RecoveryCodes codes={codes} copied={copied} onCopy={onCopy} /> : null}
      <div className={formStyles.form}>
        <FormFrame form={form}>
          {key ? (
            <Field
              {...form.field("code")}
              label={text("factor.code")}
              kind="digits"
              autoComplete="one-time-code"
              enterKeyHint="next"
            />
          ) : null}
          {codes.length > 0 ? (
            <Field
              {...form.field("recovery")}
              label={text("factor.recovery")}
              autoComplete="off"
              enterKeyHint="done"
            />
          ) : null}
          <Button type="submit" wide busy={form.busy} tone={said.text ? "primary" : "danger"}>
            {text(said.submit)}
          </Button>
        </FormFrame>
      </div>
    </>
  )
}

interface FactorPageProps {
  readonly title: "factor.title" | "passkey.add" | "codes.new"
  readonly children: (factor: Factor) => React.ReactNode
}

const PageOfFactor = ({ title, children }: FactorPageProps) => {
  const { back } = usePageNavigation()
  const text = useText()
  const factor = useQuery("factor", {}, { refreshOn: ["member.changed"] })
  return (
    <SubPage width="form" title={text(title)} onBack={back}>
      <SharedLogin />
      <Loaded query={factor} skeleton={<Skeleton shape="row" count={4} />}>
        {children}
      </Loaded>
    </SubPage>
  )
}

/** The authenticator app of the account: added or removed. */
export const FactorPage = () => {
  const intl = useIntl()
  const format = useFormat()
  return (
    <PageOfFactor title="factor.title">
      {({ addedAtMs }) =>
        addedAtMs === null ? (
          <FactorForm change="app" />
        ) : (
          <>
            <Notice tone="success">
              {intl.formatMessage({ id: "factor.on" }, { time: format.dateTime(addedAtMs) })}
            </Notice>
            <FactorForm change="app-off" />
          </>
        )
      }
    </PageOfFactor>
  )
}

/** Ten new recovery codes. */
export const RecoveryCodesPage = () => (
  <PageOfFactor title="codes.new">{() => <FactorForm change="codes" />}</PageOfFactor>
)

/** A passkey of the account: added, or the one of the id removed. */
export const PasskeyPage = ({ id }: { readonly id?: string }) => {
  const { back } = usePageNavigation()
  const text = useText()
  if (id === undefined)
    return (
      <PageOfFactor title="passkey.add">
        {({ codesLeft, addedAtMs }) => (
          <FactorForm change="passkey" isFirst={addedAtMs === null && codesLeft === 0} />
        )}
      </PageOfFactor>
    )
  return (
    <SubPage width="form" title={text("passkey.remove")} onBack={back}>
      <FactorForm change="passkey-off" passkeyId={id} />
    </SubPage>
  )
}
