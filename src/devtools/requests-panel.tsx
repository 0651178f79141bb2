/** Calls to the server: time, retries and envelopes. */
import {
  DetailHead,
  FilterField,
  FrozenList,
  holdsWords,
  JsonText,
  type SearchText,
  searchWords,
  panelStyles as styles,
  timeOfDayText,
  useConsole,
  useRenderThrottle,
} from "@financial-links/console"
import { useDeferredValue, useState } from "react"
import { useIntl } from "react-intl"
import { Badge } from "../ui/Badge.tsx"
import { useFormat } from "../ui/format.ts"
import { Row } from "../ui/List.tsx"
import { isMessageId } from "../ui/message-id.ts"
import { VirtualList } from "../ui/VirtualList.tsx"
import { useAppConsole } from "./app-console.ts"
import type { Attempt, LoggedCall } from "./call-log.ts"

const keyOf = ({ key }: LoggedCall): string => key

const toneOf = (outcome: string | null) => {
  if (outcome === null) return "accent"
  if (outcome === "success") return "success"
  return outcome === "abort" ? "neutral" : "danger"
}

const Outcome = ({ call }: { readonly call: LoggedCall }) => {
  const intl = useIntl()
  const { outcome, isEarlier } = call
  // the document went before the answer came
  const id = `inspect.outcome.${outcome ?? (isEarlier ? "abort" : "pending")}`
  return <Badge tone={toneOf(outcome)}>{isMessageId(intl, id) ? intl.formatMessage({ id }) : outcome}</Badge>
}

const CallRow = ({ call, onOpen }: { readonly call: LoggedCall; readonly onOpen: () => void }) => {
  const intl = useIntl()
  const { method, endpoint, startedAtMs, tookMs, tries, isEarlier } = call
  const earlier = isEarlier ? ` · ${intl.formatMessage({ id: "inspect.before-reload" })}` : ""
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
      subtitle={`${timeOfDayText(intl.locale, startedAtMs)}${took}${again}${earlier}`}
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

/** Of a request its name, what was sent and what was answered are searched. */
const matches = (call: LoggedCall, words: readonly string[], textOf: SearchText): boolean =>
  holdsWords(words, `${call.method} ${call.endpoint} ${call.outcome ?? ""}`, () => textOf(call))

interface CallListProps {
  readonly words: readonly string[]
  readonly onOpen: (key: string) => void
}

const CallList = ({ words, onOpen }: CallListProps) => {
  const intl = useIntl()
  const { callLog } = useAppConsole()
  const { throttle, searchText } = useConsole()
  useRenderThrottle(throttle)
  const list = callLog.list().filter((call) => matches(call, words, searchText))
  if (list.length === 0)
    return <p className={styles.nothing}>{intl.formatMessage({ id: "inspect.nothing" })}</p>
  return (
    <FrozenList items={list} keyOf={keyOf} listId={words.join(" ")}>
      {(shown) => (
        <VirtualList
          label={intl.formatMessage({ id: "inspect.requests" })}
          items={shown}
          keyOf={keyOf}
          renderRow={(call) => <CallRow call={call} onOpen={() => onOpen(call.key)} />}
        />
      )}
    </FrozenList>
  )
}

const OpenCall = ({ callKey, onBack }: { readonly callKey: string; readonly onBack: () => void }) => {
  const { callLog } = useAppConsole()
  useRenderThrottle(useConsole().throttle)
  const call = callLog.list().find(({ key }) => key === callKey)
  return call ? <CallDetail call={call} onBack={onBack} /> : null
}

export const RequestsPanel = () => {
  const [open, setOpen] = useState<string | null>(null)
  const [filter, setFilter] = useState("")
  const wanted = useDeferredValue(filter)
  if (open !== null) return <OpenCall callKey={open} onBack={() => setOpen(null)} />
  return (
    <div className={styles.listed}>
      <FilterField value={filter} onChange={setFilter} />
      <CallList words={searchWords(wanted)} onOpen={setOpen} />
    </div>
  )
}
