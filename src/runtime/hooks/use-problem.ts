import { useCallback, useEffect, useRef, useSyncExternalStore } from "react"
import { type IntlShape, useIntl } from "react-intl"
import { type Problem, shownParams } from "../../domain/problem.ts"
import { useRuntime } from "./runtime-context.tsx"
import { useAmountsHidden } from "./use-preferences.ts"

const isMessageId = ({ messages }: IntlShape, id: string): id is keyof IntlShape["messages"] => id in messages

/** A problem found in the app, or a refusal with the server's own words. */
export type ShownProblem = Problem & { readonly message?: string | undefined }

/**
 * The words for a problem in the member's language: the app's text for the reason, else the server's
 * message, else a general text. `field` selects the text of a missing field. Amounts are formatted
 * for the locale; a hidden balance stays hidden.
 * `undefined` without a problem.
 */
export const useProblemText = (): ((
  problem: ShownProblem | null | undefined,
  field?: string,
) => string | undefined) => {
  const intl = useIntl()
  const { areHidden } = useAmountsHidden()
  return useCallback(
    (problem, field) => {
      if (problem === null || problem === undefined) return undefined
      const fieldId = `error.${problem.reason}.${field}`
      const id = fieldId in intl.messages ? fieldId : `error.${problem.reason}`
      const own = isMessageId(intl, id)
        ? intl.formatMessage({ id }, shownParams(intl.locale, problem.params, areHidden))
        : id
      // react-intl returns the id if a value of the text is missing.
      return own === id ? problem.message || intl.formatMessage({ id: "error.other" }) : own
    },
    [intl, areHidden],
  )
}

/** Why this device can store no order or payment now, and the way out. Undefined while it can. */
export const useStorageProblem = (): string | undefined => {
  const { storageStatus } = useRuntime()
  const problem = useSyncExternalStore(storageStatus.subscribe, storageStatus.problem, storageStatus.problem)
  return useProblemText()(problem && { reason: `journal.${problem}` })
}

// A machine's request to move the focus; `count` tells one request from the next.

export interface FocusRequest {
  readonly field: string
  readonly count: number
}

type Take = (element: HTMLElement | null) => void

/**
 * Returns the ref of each field, and moves the focus on a new request; never on the first render.
 */
export const useFieldFocus = (focus: FocusRequest | null): ((field: string) => Take) => {
  const elements = useRef(new Map<string, HTMLElement>())
  const takers = useRef(new Map<string, Take>())
  const done = useRef(focus?.count)
  useEffect(() => {
    if (focus === null || focus.count === done.current) return
    done.current = focus.count
    elements.current.get(focus.field)?.focus()
  }, [focus])
  return useCallback((field) => {
    const taker = takers.current.get(field)
    if (taker) return taker
    const take: Take = (element) => {
      if (element) elements.current.set(field, element)
      else elements.current.delete(field)
    }
    takers.current.set(field, take)
    return take
  }, [])
}
