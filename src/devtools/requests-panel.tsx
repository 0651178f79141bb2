/** Calls to the server: time, retries and envelopes. */
import { useState } from "react"
import { useIntl } from "react-intl"
import { Badge } from "../ui/Badge.tsx"
import { useFormat } from "../ui/format.ts"
import { Row } from "../ui/List.tsx"
import { isMessageId } from "../ui/message-id.ts"
import { VirtualList } from "../ui/VirtualList.tsx"
import type { Attempt, LoggedCall } from "./call-log.ts"
import { useConsole, useRenderThrottle } from "./console-context.ts"
import { DetailHead, JsonText } from "./detail.tsx"
import { FrozenList, timeOfDayText } from "./live-list.tsx"
import styles from "./panels.module.css"

const keyOf = ({ key }: LoggedCall): string => key

const toneOf = (outcome: string | null) => {
  if (outcome === null) return "accent"
  if (outcome === "success") return "up"
  return outcome === "abort" ? "neutral" : "danger"
}

const Outcome = ({ call }: { readonly call: LoggedCall }) => {
  const intl = useIntl()
  const { outcome } = call
  const id = `inspect.outcome.${outcome ?? "pending"}`
  return <Badge tone={toneOf(outcome)}>{isMessageId(intl, id) ? intl.formatMessage({ id }) : outcome}</Badge>
}

const CallRow = ({ call, onOpen }: { readonly call: LoggedCall; readonly onOpen: () => void }) => {
  const intl = useIntl()
  const { method, endpoint, startedAtMs, tookMs, tries } = call
  const took =
    tookMs === null ? "" : ` · ${intl.formatMessage({ id: "inspect.took" }, { ms: Math.round(tookMs) })}`
  const again = tries > 1 ? ` · ${intl.formatMessage({ id: "inspect.tries" }, { count: tries })}` : ""
  return (
    <Row
      title={
        <span className={styles.mono}>
          {method} {endpoint}
        </span>
      }
      subtitle={`${timeOfDayText(intl.locale, startedAtMs)}${took}${again}`}
      value={<Outcome call={call} />}
      onPress={onOpen}
    />
  )
}

const AttemptView = ({ attempt }: { readonly attempt: Attempt }) => {
  const intl = useIntl()
  const format = useFormat()
  const { status, bytes, afterMs, envelope } = attempt
  const heading = intl.formatMessage(
    { id: "inspect.answered" },
    { status: String(status), ms: Math.round(afterMs), bytes: format.bytes(bytes) },
  )
  return (
    <>
      <h4>{heading}</h4>
      {envelope === null ? (
        <p>{intl.formatMessage({ id: "inspect.too-long" })}</p>
      ) : (
        <JsonText value={envelope} label={heading} />
      )}
    </>
  )
}

const CallDetail = ({ call, onBack }: { readonly call: LoggedCall; readonly onBack: () => void }) => {
  const intl = useIntl()
  const { method, endpoint, request, attempts, tries } = call
  const sent = intl.formatMessage({ id: "inspect.sent" })
  return (
    <div className={styles.detail}>
      <DetailHead
        back={intl.formatMessage({ id: "inspect.all-requests" })}
        onBack={onBack}
        rowKey={call.key}
      />
      <h3 className={styles.mono}>
        {method} {endpoint}
      </h3>
      <p className={styles.state}>
        <Outcome call={call} />
        <Badge>{intl.formatMessage({ id: "inspect.tries" }, { count: tries })}</Badge>
      </p>
      <h4>{sent}</h4>
      <JsonText value={request} label={sent} />
      {attempts.map((attempt) => (
        <AttemptView key={attempt.afterMs} attempt={attempt} />
      ))}
    </div>
  )
}

export const RequestsPanel = () => {
  const intl = useIntl()
  const { callLog, throttle } = useConsole()
  useRenderThrottle(throttle)
  const [open, setOpen] = useState<string | null>(null)
  const list = callLog.list()
  const chosen = list.find(({ key }) => key === open)
  if (chosen) return <CallDetail call={chosen} onBack={() => setOpen(null)} />
  if (list.length === 0)
    return <p className={styles.nothing}>{intl.formatMessage({ id: "inspect.nothing" })}</p>
  return (
    <FrozenList items={list} keyOf={keyOf} listId={callLog}>
      {(shown) => (
        <VirtualList
          label={intl.formatMessage({ id: "inspect.requests" })}
          items={shown}
          keyOf={keyOf}
          renderRow={(call) => <CallRow call={call} onOpen={() => setOpen(call.key)} />}
        />
      )}
    </FrozenList>
  )
}
