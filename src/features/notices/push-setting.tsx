import { useIntl } from "react-intl"
import { useProblemText } from "../../runtime/hooks/use-problem.ts"
import type { Push } from "../../runtime/hooks/use-push.ts"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import type { MessageId } from "../../ui/message-id.ts"
import { Skeleton } from "../../ui/Skeleton.tsx"
import styles from "./notices.module.css"

export type PushSettingProps = Push

interface PhaseView {
  readonly text: MessageId
  /** What the button does; none where only the browser can change anything. */
  readonly action: "turn-on" | "turn-off" | "again" | null
}

/** A phase without an entry does not compile. */
const VIEWS: Readonly<Record<Push["phase"], PhaseView | null>> = {
  looking: null,
  unsupported: { text: "push.unsupported", action: null },
  offered: { text: "push.offer", action: "turn-on" },
  asking: { text: "push.asking", action: null },
  denied: { text: "push.denied", action: null },
  checking: { text: "push.checking", action: "turn-off" },
  unconfirmed: { text: "push.unconfirmed", action: "again" },
  on: { text: "push.on", action: "turn-off" },
  failing: { text: "push.failing", action: "turn-off" },
}

const LABELS = { "turn-on": "push.turn-on", "turn-off": "push.turn-off", again: "push.again" } as const

/** Whether this device gets notices while the app is closed, and the button that changes it. */
export const PushSetting = ({ phase, failure, busy, turnOn, turnOff }: PushSettingProps) => {
  const intl = useIntl()
  const textOf = useProblemText()
  const view = VIEWS[phase]
  if (view === null) return <Skeleton shape="card" />
  const { text, action } = view
  return (
    <Card>
      <h2 className={styles.pushTitle}>{intl.formatMessage({ id: "push.title" })}</h2>
      <p role="status">{intl.formatMessage({ id: text })}</p>
      {failure ? <p role="alert">{textOf(failure)}</p> : null}
      {action ? (
        <p className={styles.actions}>
          <Button
            tone={action === "turn-off" ? "quiet" : "secondary"}
            busy={busy}
            onClick={action === "turn-off" ? turnOff : turnOn}
          >
            {intl.formatMessage({ id: LABELS[action] })}
          </Button>
        </p>
      ) : null}
    </Card>
  )
}
