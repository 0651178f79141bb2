import { useState } from "react"
import { useIntl } from "react-intl"
import type { Factor } from "../../domain/factor.ts"
import { LOGINS_KEPT_DAYS } from "../../domain/limits.ts"
import type { Login } from "../../domain/login.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { useFeedback } from "../../runtime/hooks/use-feedback.ts"
import { useForm } from "../../runtime/hooks/use-form.ts"
import { useLock } from "../../runtime/hooks/use-lock.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { passkeyProblem } from "../../runtime/hooks/use-passkey-login.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { useSessionRemoval } from "../../runtime/hooks/use-removal.ts"
import { useSession } from "../../runtime/hooks/use-session.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphDocument, glyphLock, glyphShield } from "../../ui/glyphs.ts"
import { glyphAlert, glyphCheck } from "../../ui/Icon.tsx"
import { List, ListGroup, ListRow } from "../../ui/List.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { EmptyState } from "../../ui/StateView.tsx"
import { useText } from "../../ui/use-text.ts"
import { FormError } from "../patterns/form-view.tsx"
import { type Loadable, Loaded, refreshAll } from "../patterns/loaded.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { LockAccount, type LockAccountProps } from "./lock-account.tsx"
import { useDeviceName } from "./login-device.ts"
import { PasskeyList, type PasskeyListProps } from "./passkey-list.tsx"
import { SessionList, type SessionListProps } from "./session-list.tsx"

/** Icon and words say the state, the colour adds no information. */
const STATES = {
  current: { tone: "success", glyph: glyphCheck },
  open: { tone: "accent", glyph: undefined },
  ended: { tone: "neutral", glyph: undefined },
  refused: { tone: "danger", glyph: glyphAlert },
} as const

/** The command that ends the sessions of all other devices. */
interface Ending {
  readonly busy: boolean
  readonly error: string | undefined
  /** Prepares the command; a question follows. */
  readonly onAsk: () => void
  readonly onEnd: () => void
}

export interface LoginsViewProps extends SessionListProps {
  /** Undefined while it is not known. */
  readonly factor: Factor | undefined
  readonly passkeys: Omit<PasskeyListProps, "open">
  readonly lock: LockAccountProps
  readonly logins: Loadable<readonly Login[]>
  readonly ending: Ending
  readonly open: (url: string) => void
  readonly onBack: () => void
}

/** Log-ins and refused attempts with time and origin, and a way to log all other devices out. */
export const LoginsView = (props: LoginsViewProps) => {
  const { factor, passkeys, lock, sessions, removal, onLogout, logins, ending, open, onBack } = props
  const format = useFormat()
  const hasFactor = factor !== undefined && (factor.addedAtMs !== null || passkeys.passkeys?.length)
  const intl = useIntl()
  const [asked, setAsked] = useState(false)
  const close = () => setAsked(false)
  useOverlay(asked, close)
  const ask = () => {
    ending.onAsk()
    setAsked(true)
  }
  const text = useText()
  const others = sessions.data?.some(({ isCurrent }) => !isCurrent) ?? false
  return (
    <SubPage
      width="form"
      title={text("logins.title")}
      onBack={onBack}
      refresh={refreshAll(sessions, logins)}
      footer={
        others ? (
          <Button wide tone="secondary" busy={ending.busy} onClick={ask}>
            {text("logins.end")}
          </Button>
        ) : undefined
      }
    >
      <FormError>{ending.error}</FormError>
      <Notice>{intl.formatMessage({ id: "logins.note" }, { days: LOGINS_KEPT_DAYS })}</Notice>
      <PasskeyList {...passkeys} open={open} />
      <List>
        <ListRow
          title={text("my.password")}
          glyph={glyphLock}
          href={urlOf("reset-password")}
          onPress={() => open(urlOf("reset-password"))}
        />
        <ListRow
          title={text("factor.title")}
          subtitle={
            factor?.addedAtMs == null
              ? undefined
              : intl.formatMessage({ id: "factor.on" }, { time: format.dateTime(factor.addedAtMs) })
          }
          glyph={glyphShield}
          href={urlOf("factor")}
          onPress={() => open(urlOf("factor"))}
        />
        {hasFactor ? (
          <ListRow
            title={text("factor.codes.title")}
            subtitle={intl.formatMessage({ id: "factor.codes-left" }, { count: factor.codesLeft })}
            glyph={glyphShield}
            href={urlOf("recovery-codes")}
            onPress={() => open(urlOf("recovery-codes"))}
          />
        ) : null}
        <ListRow
          title={text("acts.title")}
          glyph={glyphDocument}
          href={urlOf("operator-acts")}
          onPress={() => open(urlOf("operator-acts"))}
        />
      </List>
      <LockAccount {...lock} />
      <SessionList sessions={sessions} removal={removal} onLogout={onLogout} />
      <ListGroup title={text("logins.list")}>
        <Loaded query={logins} skeleton={<Skeleton shape="row" count={4} />}>
          {(known) =>
            known.length === 0 ? (
              <EmptyState glyph={glyphShield} text={text("logins.empty")} />
            ) : (
              <List>
                {known.map((login) => (
                  <LoginRow key={login.id} login={login} />
                ))}
              </List>
            )
          }
        </Loaded>
      </ListGroup>
      <Modal
        open={asked}
        title={text("logins.end.question")}
        confirmLabel={text("logins.end")}
        onConfirm={() => {
          close()
          ending.onEnd()
        }}
        onCancel={close}
      >
        {text("logins.end.text")}
      </Modal>
    </SubPage>
  )
}

const LoginRow = ({ login }: { readonly login: Login }) => {
  const intl = useIntl()
  const format = useFormat()
  const deviceName = useDeviceName()
  const { state, attempts } = login
  const { tone, glyph } = STATES[state]
  return (
    <ListRow
      title={deviceName(login)}
      subtitle={
        <>
          {format.dateTime(login.atMs)}
          <br />
          {intl.formatMessage({ id: "logins.network" }, { network: login.network })}
        </>
      }
      value={
        <Badge tone={tone} glyph={glyph}>
          {intl.formatMessage({ id: `logins.state.${state}` })}
        </Badge>
      }
      note={state === "refused" ? intl.formatMessage({ id: "logins.attempts" }, { attempts }) : undefined}
    />
  )
}

export const Logins = () => {
  const intl = useIntl()
  const { open, back } = usePageNavigation()
  const { toast } = useFeedback()
  const { askLogout, confirmLogout } = useSession()
  const lock = useLock(() => {
    toast(intl.formatMessage({ id: "lock.done" }))
    // the server has ended the session: the device forgets it
    askLogout()
    confirmLogout()
  })
  const sessions = useQuery("sessions", {}, { refreshOn: ["member.changed"] })
  const logins = useQuery("logins", {}, { refreshOn: ["member.changed"] })
  const passkeys = useQuery("passkeys", {}, { refreshOn: ["member.changed"] })
  const factor = useQuery("factor", {}, { refreshOn: ["member.changed"] })
  const removal = useSessionRemoval(() => toast(intl.formatMessage({ id: "sessions.ended" })))
  const { busy, error, set, onSubmit } = useForm("endSessions", {
    onDone: () => {
      toast(intl.formatMessage({ id: "logins.ended" }))
      sessions.onRenew()
      logins.onRenew()
    },
  })
  return (
    <LoginsView
      factor={factor.data}
      passkeys={{ passkeys: passkeys.data, problem: passkeyProblem() }}
      lock={lock}
      sessions={sessions}
      removal={removal}
      onLogout={askLogout}
      logins={logins}
      ending={{ busy, error, onAsk: () => set("confirmed", "yes"), onEnd: () => onSubmit() }}
      open={open}
      onBack={back}
    />
  )
}
