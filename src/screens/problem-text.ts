import { useCallback } from "react"
import { type IntlShape, useIntl } from "react-intl"
import type { Problem } from "../domain/problem.ts"
import { type Format, useFormat } from "../ui/format.ts"

/** A problem as it may come: found in the app, or refused by the server in its own words. */
export interface Told extends Problem {
  readonly message?: string
}

const amountPattern = /^-?\d+\.\d{2}$/
const pricePattern = /^\d+\.\d{4}$/

/** Amounts and prices in a message are shown as everywhere else; counts stay numbers for the message to print. */
const shown = (value: string | number, format: Format): string | number => {
  if (typeof value === "number") return value
  if (amountPattern.test(value)) return format.amount(value)
  return pricePattern.test(value) ? format.price(value) : value
}

const wordsOf = (told: Told, intl: IntlShape, format: Format): string => {
  const id = `error.${told.reason}`
  if (!(id in intl.messages)) return told.message || intl.formatMessage({ id: "error.other" })
  const params = Object.entries(told.params ?? {}).map(([name, value]) => [name, shown(value, format)])
  return intl.formatMessage({ id }, Object.fromEntries(params))
}

/**
 * Words for a problem in the member's language: our own text for the reason, else the server's words, else that something is wrong.
 * `undefined` where there is no problem, so that the result goes straight into a field's `error`.
 */
export const useProblemText = (): ((told: Told | null | undefined) => string | undefined) => {
  const intl = useIntl()
  const format = useFormat()
  return useCallback((told) => (told ? wordsOf(told, intl, format) : undefined), [intl, format])
}
