/** Copies a code or an address to the clipboard and shows the result. */
import { Effect } from "effect"
import { useCallback, useEffect, useState } from "react"
import { useIntl } from "react-intl"
import { TOAST_DURATION_MS } from "../../domain/limits.ts"
import { useFeedback } from "./use-feedback.ts"

/** False if the browser denies it or has no clipboard (an insecure context, an old browser). */
const copyText = (text: string): Effect.Effect<boolean> =>
  Effect.tryPromise(() => navigator.clipboard.writeText(text)).pipe(
    Effect.map(() => true),
    Effect.catch(() => Effect.succeed(false)),
  )

export interface Copying {
  readonly copy: (text: string) => void
  /** The text copied a moment ago. */
  readonly copied: string | undefined
}

/** Where copying is denied, an editable modal shows the text for copying by hand. */
export const useCopy = (): Copying => {
  const intl = useIntl()
  const { toast, modal } = useFeedback()
  const [copied, setCopied] = useState<string>()
  useEffect(() => {
    if (copied === undefined) return
    const timer = setTimeout(() => setCopied(undefined), TOAST_DURATION_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = useCallback(
    async (text: string) => {
      if (await Effect.runPromise(copyText(text))) {
        setCopied(text)
        return toast(intl.formatMessage({ id: "copy.done" }))
      }
      await modal({
        title: intl.formatMessage({ id: "copy.failed" }),
        content: text,
        editable: true,
        showCancel: false,
      })
    },
    [intl, toast, modal],
  )
  return { copy, copied }
}
