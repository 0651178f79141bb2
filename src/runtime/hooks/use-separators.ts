/** The separators of amounts in the member's locale. */
import { useMemo } from "react"
import { useIntl } from "react-intl"
import { separatorsOf } from "../../domain/amount-input.ts"
import type { Separators } from "../../domain/money.ts"

export const useSeparators = (): Separators => {
  const { locale } = useIntl()
  return useMemo(() => separatorsOf(locale), [locale])
}
