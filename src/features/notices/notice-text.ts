/** Notices in words. */
import { type IntlShape, useIntl } from "react-intl"
import { commonResult, type MemberEvent, noticeFigure, noticeName } from "../../domain/member-event.ts"
import { type Format, useFormat } from "../../ui/format.ts"
import { isMessageId } from "../../ui/message-id.ts"

/** What happened, by its own name: "Take-profit reached". */
export const noticeTitle = (intl: IntlShape, event: MemberEvent): string => {
  const id = `notice.${noticeName(event)}`
  return isMessageId(intl, id) ? intl.formatMessage({ id }) : intl.formatMessage({ id: "notices.title" })
}

const oneText = (intl: IntlShape, format: Format, event: MemberEvent): string => {
  const figure = noticeFigure(event)
  const amount = figure && format.amount(figure.value, { signed: true })
  return [noticeTitle(intl, event), event.contract?.symbol ?? event.alert?.symbol, amount]
    .filter(Boolean)
    .join(" · ")
}

/** One notice by its name and figure; several as their number, contracts with their common result. */
const severalText = (intl: IntlShape, format: Format, events: readonly MemberEvent[]): string => {
  const count = events.length
  const result = commonResult(events)
  if (result === null) return intl.formatMessage({ id: "notice.toast.many" }, { count })
  const amount = format.amount(result, { signed: true })
  return intl.formatMessage({ id: "notice.toast.contracts" }, { count, amount })
}

/** The text of a toast about notices that arrived together. Amounts are masked if the member hides them. */
export const useNoticeText = (): ((events: readonly MemberEvent[]) => string) => {
  const intl = useIntl()
  const format = useFormat()
  return (events) => {
    const [first] = events
    return first && events.length === 1 ? oneText(intl, format, first) : severalText(intl, format, events)
  }
}
