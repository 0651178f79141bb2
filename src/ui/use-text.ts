import { type IntlShape, useIntl } from "react-intl"
import type { MessageId } from "./message-id.ts"

/** The text of a message in the current locale. */
export type Text = (id: MessageId, values?: Record<string, string>) => string

export const textOf =
  (intl: IntlShape): Text =>
  (id, values) =>
    intl.formatMessage({ id }, values)

export const useText = (): Text => textOf(useIntl())
