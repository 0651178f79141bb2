/** How the member's locale writes amounts. */
import { useMemo } from "react"
import { useIntl } from "react-intl"
import { separatorsOf } from "../../domain/amount-input.ts"
import type { Separators } from "../../domain/money.ts"

/** The signs in which the member writes amounts. */
export const useSeparators = (): Separators => {
  const { locale } = useIntl()
  return useMemo(() => separatorsOf(locale), [locale])
}
