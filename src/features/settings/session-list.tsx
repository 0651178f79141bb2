import { useId } from "react"
import { useIntl } from "react-intl"
import type { OpenSession } from "../../domain/login.ts"
import type { Removal } from "../../runtime/hooks/use-removal.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphCheck } from "../../ui/Icon.tsx"
import { List, ListGroup, ListRow } from "../../ui/List.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { useText } from "../../ui/use-text.ts"
import { type Loadable, Loaded } from "../patterns/loaded.tsx"
import { useDeviceName } from "./login-device.ts"

export interface SessionListProps {
  readonly sessions: Loadable<readonly OpenSession[]>
  /** The end of another session. */
  readonly removal: Removal
  /** Asks whether to log out here. */
  readonly onLogout: () => void
}

/** The open sessions, each with a button that ends it. */
export const SessionList = ({ sessions, removal, onLogout }: SessionListProps) => {
  const intl = useIntl()
  const text = useText()
  const deviceName = useDeviceName()
  const asked = sessions.data?.find(({ id }) => id === removal.id)
  return (
    <ListGroup title={text("sessions.title")}>
      <Loaded query={sessions} skeleton={<Skeleton shape="row" count={2} />}>
        {(known) => (
          <List>
            {known.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                onEnd={session.isCurrent ? onLogout : () => removal.onAsk(session.id)}
              />
            ))}
          </List>
        )}
      </Loaded>
      <Modal
        open={asked !== undefined}
        tone="danger"
        busy={removal.busy}
        title={text("sessions.end.question")}
        confirmLabel={text("my.logout")}
        onConfirm={removal.onConfirm}
        onCancel={removal.onCancel}
      >
        {asked ? intl.formatMessage({ id: "sessions.end.text" }, { device: deviceName(asked) }) : null}
      </Modal>
    </ListGroup>
  )
}

interface SessionRowProps {
  readonly session: OpenSession
  readonly onEnd: () => void
}

const SessionRow = ({ session, onEnd }: SessionRowProps) => {
  const intl = useIntl()
  const text = useText()
  const format = useFormat()
  const deviceName = useDeviceName()
  const id = useId()
  const { isCurrent, network, sinceMs, seenAtMs, proof } = session
  return (
    <ListRow
      title={
        <>
          <span id={id}>{deviceName(session)}</span>{" "}
          {isCurrent ? (
            <Badge tone="success" glyph={glyphCheck}>
              {text("logins.state.current")}
            </Badge>
          ) : null}
        </>
      }
      subtitle={
        <>
          {intl.formatMessage({ id: "sessions.since" }, { time: format.dateTime(sinceMs) })}
          <br />
          {intl.formatMessage({ id: "sessions.seen" }, { time: format.dateTime(seenAtMs) })}
          {proof === undefined ? null : (
            <>
              <br />
              {text(`sessions.proof.${proof}`)}
            </>
          )}
          {network === "" ? null : (
            <>
              <br />
              {intl.formatMessage({ id: "logins.network" }, { network })}
            </>
          )}
        </>
      }
      trailing={
        <Button size="small" tone="quiet" describedBy={id} onClick={onEnd}>
          {text("my.logout")}
        </Button>
      }
    />
  )
}
