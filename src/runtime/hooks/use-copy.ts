/** Copying a code or an address, and saying how it went. */
import { Effect } from "effect"
import { useCallback, useEffect, useState } from "react"
import { useIntl } from "react-intl"
import { TOAST_DURATION_MS } from "../../domain/limits.ts"
import { copyText } from "../effects/clipboard.ts"
import { useFeedback } from "./use-feedback.ts"

export interface Copying {
  readonly copy: (text: string) => void
  /** What was copied a moment ago. */
  readonly copied: string | undefined
}

/** Copies a text. Where the device does not allow it, an editable question shows the text for copying by hand. */
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
