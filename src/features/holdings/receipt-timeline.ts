import type { IntlShape } from "react-intl"
import type { Order } from "../../domain/entities.ts"
import { earlyCause, finalResult } from "../../domain/position.ts"
import type { Format } from "../../ui/format.ts"
import type { TimelineStep } from "../../ui/Timeline.tsx"
import { stateText } from "./contract-row.tsx"

interface Words {
  readonly intl: IntlShape
  readonly format: Format
}

const tickText = ({ intl, format }: Words, price: string | null, seq: number | null): string | undefined =>
  price === null || seq === null
    ? undefined
    : intl.formatMessage({ id: "receipt.tick" }, { price: format.price(price), seq: format.number(seq) })

const timeOf = ({ format }: Words, atMs: number | null): string | undefined =>
  atMs === null ? undefined : format.instant(atMs)

const acceptedStep = (words: Words, order: Order): TimelineStep => ({
  id: "accepted",
  title: words.intl.formatMessage({ id: "receipt.accepted" }),
  time: timeOf(words, order.accepted_at_ms),
  note: words.intl.formatMessage({ id: "receipt.quoted" }, { price: words.format.price(order.quoted_price) }),
  state: "done",
})

const openedStep = (words: Words, order: Order): TimelineStep => ({
  id: "opened",
  title: words.intl.formatMessage({ id: order.opened_at_ms === null ? "receipt.opens" : "receipt.opened" }),
  time: timeOf(words, order.opened_at_ms),
  note: tickText(words, order.opening_price, order.entry_seq),
  state: order.opened_at_ms === null ? "current" : "done",
})

const requestedStep = (words: Words, order: Order): TimelineStep => ({
  id: "requested",
  title: words.intl.formatMessage({ id: "receipt.close-requested" }),
  time: timeOf(words, order.close_requested_at_ms),
  state: "done",
})

const endNote = (words: Words, order: Order): string | undefined => {
  const cause = earlyCause(order)
  if (order.cancel_reason !== null)
    return words.intl.formatMessage({ id: `receipt.cancelled.${order.cancel_reason}` })
  const tick = tickText(words, order.closing_price, order.exit_seq)
  if (cause === null || cause === "member") return tick
  return `${words.intl.formatMessage({ id: `receipt.cause.${cause}` })} ${tick ?? ""}`
}

/** How it ended, or will: at the last price at or before its time, unless it is closed or stopped before. */
const endStep = (words: Words, order: Order): TimelineStep =>
  order.status === "completed"
    ? {
        id: "end",
        title: stateText(words.intl, order),
        time: timeOf(words, order.closed_at_ms),
        note: endNote(words, order),
        state: order.state === "cancelled" ? "failed" : "done",
      }
    : {
        id: "end",
        title: words.intl.formatMessage({
          id: order.close_requested_at_ms === null ? "receipt.settles" : "receipt.closes",
        }),
        time: timeOf(words, order.expires_at_ms),
        ...(order.delayed_since_ms !== undefined && {
          note: words.intl.formatMessage({ id: "receipt.delayed" }),
        }),
        state: order.state === "opened" ? "current" : "todo",
      }

const paidStep = (words: Words, order: Order): TimelineStep => ({
  id: "paid",
  title: words.intl.formatMessage({ id: "receipt.paid" }),
  note: words.format.amount(finalResult(order)?.credited ?? order.stake),
  state: "done",
})

/** A contract's life, from acceptance to the money on the balance. */
export const timelineOf = (intl: IntlShape, format: Format, order: Order): readonly TimelineStep[] => {
  const words = { intl, format }
  const neverOpened = order.state === "cancelled" && order.opened_at_ms === null
  return [
    acceptedStep(words, order),
    ...(neverOpened ? [] : [openedStep(words, order)]),
    ...(order.close_requested_at_ms === null ? [] : [requestedStep(words, order)]),
    endStep(words, order),
    ...(order.status === "completed" ? [paidStep(words, order)] : []),
  ]
}
