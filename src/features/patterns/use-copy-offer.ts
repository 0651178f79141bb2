import { useCallback } from "react"
import { useIntl } from "react-intl"
import { useCopy } from "../../runtime/hooks/use-copy.ts"
import { useFeedback } from "../../runtime/hooks/use-feedback.ts"

/** Something of a record that can be copied. */
export interface Copyable {
  readonly id: string
  readonly label: string
  readonly value: string
}

/** Asks which of these to copy, and copies it: what holding a record brings. Its own page has a button for each. */
export const useCopyOffer = (): ((copyable: readonly Copyable[]) => void) => {
  const intl = useIntl()
  const { actionSheet } = useFeedback()
  const { copy } = useCopy()
  return useCallback(
    async (copyable) => {
      const items = copyable.map(({ id, label }) => ({ id, label }))
      const picked = await actionSheet({ title: intl.formatMessage({ id: "ui.copy" }), items })
      const chosen = copyable.find(({ id }) => id === picked)
      if (chosen) copy(chosen.value)
    },
    [intl, actionSheet, copy],
  )
}
