import type { IntlShape } from "react-intl"
import type { Order } from "../../domain/entities.ts"
import { earlyCause, finalResult } from "../../domain/position.ts"
import type { Format } from "../../ui/format.ts"
import type { TimelineStep } from "../../ui/Timeline.tsx"
import { stateText } from "./contract-row.tsx"

interface Formatters {
  readonly intl: IntlShape
  readonly format: Format
}

const tickText = (
  { intl, format }: Formatters,
  price: string | null,
  seq: number | null,
): string | undefined =>
  price === null || seq === null
    ? undefined
    : intl.formatMessage({ id: "receipt.tick" }, { price: format.price(price), seq: format.number(seq) })

const timeOf = ({ format }: Formatters, atMs: number | null): string | undefined =>
  atMs === null ? undefined : format.instant(atMs)

const acceptedStep = (formatters: Formatters, order: Order): TimelineStep => ({
  id: "accepted",
  title: formatters.intl.formatMessage({ id: "receipt.accepted" }),
  time: timeOf(formatters, order.acceptedAtMs),
  note: formatters.intl.formatMessage(
    { id: "receipt.quoted" },
    { price: formatters.format.price(order.quotedPrice) },
  ),
  state: "done",
})

const openedStep = (formatters: Formatters, order: Order): TimelineStep => ({
  id: "opened",
  title: formatters.intl.formatMessage({
    id: order.openedAtMs === null ? "receipt.opens" : "receipt.opened",
  }),
  time: timeOf(formatters, order.openedAtMs),
  note: tickText(formatters, order.openingPrice, order.entrySeq),
  state: order.openedAtMs === null ? "current" : "done",
})

const requestedStep = (formatters: Formatters, order: Order): TimelineStep => ({
  id: "requested",
  title: formatters.intl.formatMessage({ id: "receipt.close-requested" }),
  time: timeOf(formatters, order.closeRequestedAtMs),
  state: "done",
})

const endNote = (formatters: Formatters, order: Order): string | undefined => {
  const cause = earlyCause(order)
  if (order.cancelReason !== null)
    return formatters.intl.formatMessage({ id: `receipt.cancelled.${order.cancelReason}` })
  const tick = tickText(formatters, order.closingPrice, order.exitSeq)
  if (cause === null || cause === "member") return tick
  return `${formatters.intl.formatMessage({ id: `receipt.cause.${cause}` })} ${tick ?? ""}`
}

/** The end of the contract, past or expected. */
const endStep = (formatters: Formatters, order: Order): TimelineStep =>
  order.status === "completed"
    ? {
        id: "end",
        title: stateText(formatters.intl, order),
        time: timeOf(formatters, order.closedAtMs),
        note: endNote(formatters, order),
        state: order.state === "cancelled" ? "failed" : "done",
      }
    : {
        id: "end",
        title: formatters.intl.formatMessage({
          id: order.closeRequestedAtMs === null ? "receipt.settles" : "receipt.closes",
        }),
        time: timeOf(formatters, order.expiresAtMs),
        ...(order.delayedSinceMs !== undefined && {
          note: formatters.intl.formatMessage({ id: "receipt.delayed" }),
        }),
        state: order.state === "opened" ? "current" : "todo",
      }

const paidStep = (formatters: Formatters, order: Order): TimelineStep => ({
  id: "paid",
  title: formatters.intl.formatMessage({ id: "receipt.paid" }),
  note: formatters.format.amount(finalResult(order)?.credited ?? order.stake),
  state: "done",
})

/** The timeline of a contract, from acceptance to the credit. */
export const timelineOf = (intl: IntlShape, format: Format, order: Order): readonly TimelineStep[] => {
  const formatters = { intl, format }
  const neverOpened = order.state === "cancelled" && order.openedAtMs === null
  return [
    acceptedStep(formatters, order),
    ...(neverOpened ? [] : [openedStep(formatters, order)]),
    ...(order.closeRequestedAtMs === null ? [] : [requestedStep(formatters, order)]),
    endStep(formatters, order),
    ...(order.status === "completed" ? [paidStep(formatters, order)] : []),
  ]
}
