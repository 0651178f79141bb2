import { useState } from "react"
import { useIntl } from "react-intl"
import {
  isKnownEvent,
  type MemberEvent,
  NoticeKind,
  noticeFigure,
  type ReceivedEvent,
} from "../../domain/member-event.ts"
import { noticeUrl } from "../../navigation/notice-url.ts"
import { useList } from "../../runtime/hooks/use-list.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { type NoticeCount, useNoticeCount } from "../../runtime/hooks/use-notices.ts"
import { usePush } from "../../runtime/hooks/use-push.ts"
import { Amount } from "../../ui/Amount.tsx"
import { IconButton } from "../../ui/Button.tsx"
import { useFormat } from "../../ui/format.ts"
import {
  glyphBell,
  glyphChecks,
  glyphDeposit,
  glyphDot,
  glyphHoldings,
  glyphLock,
  glyphShield,
  glyphUser,
  glyphWallet,
  glyphWithdraw,
} from "../../ui/glyphs.ts"
import { type Glyph, glyphInfo } from "../../ui/Icon.tsx"
import { ListRow } from "../../ui/List.tsx"
import { SelectField } from "../../ui/SelectField.tsx"
import { DayList, type Paged, RecordList } from "../patterns/record-list.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { noticeTitle } from "./notice-text.ts"
import styles from "./notices.module.css"
import { PushSetting, type PushSettingProps } from "./push-setting.tsx"

type Filter = NoticeKind | ""

const isKind = (value: string): value is NoticeKind => NoticeKind.literals.some((kind) => kind === value)

const glyphs: Readonly<Record<NoticeKind, Glyph>> = {
  order: glyphHoldings,
  deposit: glyphDeposit,
  withdrawal: glyphWithdraw,
  "real-name": glyphUser,
  balance: glyphWallet,
  session: glyphShield,
  factor: glyphLock,
  alert: glyphBell,
  close: glyphHoldings,
}

const Figure = ({ event }: { readonly event: MemberEvent }) => {
  const figure = noticeFigure(event)
  if (figure === null) return null
  const { value, isResult } = figure
  return isResult ? <Amount value={value} tone="result" /> : <Amount value={value} signed />
}

interface NoticeRowProps {
  readonly event: MemberEvent
  readonly isUnread: boolean
  readonly open: (url: string) => void
  /** Marks the notice as read. */
  readonly onRead: () => void
}

/** What happened, when, and its figure; a tap opens the record and marks the notice as read. */
const NoticeRow = ({ event, isUnread, open, onRead }: NoticeRowProps) => {
  const intl = useIntl()
  const format = useFormat()
  const url = noticeUrl(event)
  const symbol = event.contract?.symbol ?? event.alert?.symbol
  return (
    <ListRow
      glyph={isKind(event.kind) ? glyphs[event.kind] : glyphWallet}
      title={
        <>
          {isUnread ? (
            <span className="visually-hidden">{intl.formatMessage({ id: "notices.unread" })} </span>
          ) : null}
          {noticeTitle(intl, event)}
        </>
      }
      subtitle={
        <span className={styles.ends}>
          <span>
            {symbol ? (
              <>
                <span translate="no">{symbol}</span> ·{" "}
              </>
            ) : null}
            {format.time(event.atMs)}
            {event.kind === "session" || event.kind === "factor" ? (
              <> · {intl.formatMessage({ id: "notice.session.lock" })}</>
            ) : null}
          </span>
          <span className={styles.figure}>
            <Figure event={event} />
          </span>
        </span>
      }
      href={url}
      chevron={false}
      onPress={() => {
        if (isUnread) onRead()
        open(url)
      }}
      trailing={
        isUnread ? (
          <IconButton
            filled
            tone="accent"
            glyph={glyphDot}
            label={intl.formatMessage({ id: "notices.mark-one" })}
            onClick={onRead}
          />
        ) : (
          <span className={styles.read} />
        )
      }
    />
  )
}

/** A notice of a newer release: the newer build shows it. */
const UnknownNotice = ({ atMs }: Pick<ReceivedEvent, "atMs">) => {
  const intl = useIntl()
  const format = useFormat()
  return (
    <ListRow
      glyph={glyphInfo}
      title={intl.formatMessage({ id: "notices.unknown" })}
      subtitle={format.time(atMs)}
    />
  )
}

const numberOf = ({ number }: ReceivedEvent): string => String(number)
const atMsOf = ({ atMs }: ReceivedEvent): number => atMs

export interface NoticesViewProps {
  readonly list: Paged<ReceivedEvent>
  readonly count: NoticeCount
  /** "" for all. */
  readonly kind: Filter
  readonly onKind: (kind: Filter) => void
  readonly open: (url: string) => void
  readonly onBack: () => void
  /** The setting of pushed notices. */
  readonly push: PushSettingProps
}

/**
 * What happened to the member's money and records, day by day. All can be marked as read at once,
 * up to the newest that is shown.
 */
export const NoticesView = ({ list, count, kind, onKind, open, onBack, push }: NoticesViewProps) => {
  const intl = useIntl()
  const newest = list.data?.[0]
  const { unread, isUnread, isMarking, markRead, markOneRead } = count
  const options = [
    { value: "", label: intl.formatMessage({ id: "notices.filter.all" }) },
    ...NoticeKind.literals.map((each) => ({
      value: each,
      label: intl.formatMessage({ id: `notices.filter.${each}` }),
    })),
  ]
  return (
    <SubPage
      money
      title={intl.formatMessage({ id: "notices.title" })}
      onBack={onBack}
      refresh={list}
      actions={
        kind === "" && newest && unread > 0 ? (
          <IconButton
            glyph={glyphChecks}
            label={intl.formatMessage({ id: "notices.mark-read" })}
            busy={isMarking}
            onClick={() => markRead(newest.number)}
          />
        ) : undefined
      }
    >
      <SelectField
        label={intl.formatMessage({ id: "notices.filter" })}
        value={kind}
        options={options}
        onChange={(value) => onKind(isKind(value) ? value : "")}
      />
      <RecordList
        list={list}
        emptyGlyph={glyphBell}
        emptyText={intl.formatMessage({ id: kind === "" ? "notices.empty" : "notices.empty.kind" })}
      >
        {(known) => (
          <DayList
            items={known}
            keyOf={numberOf}
            atMsOf={atMsOf}
            label={intl.formatMessage({ id: "notices.title" })}
            renderRow={(event) =>
              isKnownEvent(event) ? (
                <NoticeRow
                  key={event.number}
                  event={event}
                  isUnread={isUnread(event.number)}
                  open={open}
                  onRead={() => markOneRead(event.number)}
                />
              ) : (
                <UnknownNotice key={event.number} atMs={event.atMs} />
              )
            }
          />
        )}
      </RecordList>
      <PushSetting {...push} />
    </SubPage>
  )
}

export const Notices = () => {
  const { open, back } = usePageNavigation()
  const [kind, setKind] = useState<Filter>("")
  const list = useList("notices", kind === "" ? {} : { kind }, { refreshOn: ["member.changed"] })
  return (
    <NoticesView
      list={list}
      count={useNoticeCount()}
      kind={kind}
      onKind={setKind}
      open={open}
      onBack={back}
      push={usePush()}
    />
  )
}
