/** Words for what is wrong. */
import { useCallback, useMemo } from "react"
import { useIntl } from "react-intl"
import { CURRENCY } from "../../domain/limits.ts"
import type { Separators } from "../../domain/money.ts"
import { type Problem, separatorsOf } from "../../domain/problem.ts"

/** A problem found in the app, or a refusal with the server's own words. */
export type Told = Problem & { readonly message?: string }

const isAmount = (text: string): text is `${number}` => /^-?\d+\.\d{2}$/.test(text)

/**
 * Words for a problem in the member's language: our own text for the reason, else the server's words, else that something is wrong. `undefined` where there is
 * no problem. Amounts in it are shown as money of the locale.
 */
export const useProblemText = (): ((told: Told | null | undefined) => string | undefined) => {
  const intl = useIntl()
  return useCallback(
    (told) => {
      if (told === null || told === undefined) return undefined
      const id = `error.${told.reason}`
      if (!(id in intl.messages)) return told.message || intl.formatMessage({ id: "error.other" })
      const money = new Intl.NumberFormat(intl.locale, {
        style: "currency",
        currency: CURRENCY,
        currencyDisplay: "narrowSymbol",
      })
      const shown = Object.entries(told.params ?? {}).map(([name, value]) => [
        name,
        typeof value === "string" && isAmount(value) ? money.format(value) : value,
      ])
      return intl.formatMessage({ id }, Object.fromEntries(shown))
    },
    [intl],
  )
}

/** The signs in which the member writes amounts. */
export const useSeparators = (): Separators => {
  const { locale } = useIntl()
  return useMemo(() => separatorsOf(locale), [locale])
}
