/** Words for what is wrong. */
import { useCallback } from "react"
import { useIntl } from "react-intl"
import { type Problem, shownParams } from "../../domain/problem.ts"

/** A problem found in the app, or a refusal with the server's own words. */
export type ShownProblem = Problem & { readonly message?: string }

/**
 * Words for a problem in the member's language: our own text for the reason, else the server's words, else that something is wrong. `undefined` where there is
 * no problem. Amounts in it are shown as money of the locale. `field` names what it is about: what is missing is asked for by its name.
 */
export const useProblemText = (): ((
  emitted: ShownProblem | null | undefined,
  field?: string,
) => string | undefined) => {
  const intl = useIntl()
  return useCallback(
    (emitted, field) => {
      if (emitted === null || emitted === undefined) return undefined
      const named = `error.${emitted.reason}.${field}`
      const id = named in intl.messages ? named : `error.${emitted.reason}`
      const own =
        id in intl.messages ? intl.formatMessage({ id }, shownParams(intl.locale, emitted.params)) : id
      // a text whose values did not come is given back as its key, which is no words for a member
      return own === id ? emitted.message || intl.formatMessage({ id: "error.other" }) : own
    },
    [intl],
  )
}
