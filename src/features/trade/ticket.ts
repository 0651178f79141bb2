import type { ReactNode, Ref } from "react"
import type { DraftField, OrderIntent } from "../../domain/ticket.ts"
import type { QuickPart, TicketFigures } from "../../domain/ticket-figures.ts"

/** What a field of the ticket is given. */
export interface TicketField {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: (() => void) | undefined
  readonly error?: ReactNode | undefined
  readonly name?: string | undefined
  readonly ref?: Ref<HTMLInputElement & HTMLTextAreaElement> | undefined
}

/** The ticket as its screens see it: where it stands, what was typed, what it would mean, and what the member can do. */
export interface Ticket {
  readonly phase:
    | "closed"
    | "editing"
    | "confirming"
    | "sending"
    | "checking"
    | "accepted"
    | "notPlaced"
    | "notRecorded"
  readonly field: (name: DraftField) => TicketField
  readonly set: (name: DraftField, value: string) => void
  readonly parts: readonly QuickPart[]
  /** null while something is missing or wrong. */
  readonly figures: TicketFigures | null
  /** What is wrong with the product or the price, in the member's language. */
  readonly error: string | undefined
  /** Why the server refused the last attempt; undefined when it did not, and again once something was changed. */
  readonly refusal: string | undefined
  /** For the place where `error` and `refusal` are shown: the focus is sent there when no field is to blame. */
  readonly noticeRef: (element: HTMLElement | null) => void
  readonly review: () => void
  /** The order with every figure fixed, from the review on. */
  readonly intent: OrderIntent | null
  /** How old the fixed price is. */
  readonly quoteAgeMs: number | undefined
  readonly requote: () => void
  readonly back: () => void
  readonly confirm: () => void
  readonly again: () => void
}
