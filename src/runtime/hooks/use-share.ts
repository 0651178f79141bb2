/** Copies a code or an address to the clipboard and shows the result. */
import { Effect } from "effect"
import { useCallback, useEffect, useMemo, useState } from "react"
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

/**
 * Where copying is denied, an editable modal shows the text for copying by hand; of a secret it does not,
 * since the modal's actor is recorded.
 */
export const useCopy = (isSecret = false): Copying => {
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
      if (isSecret) return toast(intl.formatMessage({ id: "copy.failed" }), { icon: "error" })
      await modal({
        title: intl.formatMessage({ id: "copy.failed" }),
        content: text,
        editable: true,
        showCancel: false,
      })
    },
    [intl, toast, modal, isSecret],
  )
  return { copy, copied }
}

// Opens the share dialog of the device.

export interface Shared {
  readonly text: string
  readonly url: string
}

export type ShareOutcome = "shared" | "dismissed" | "failed"

const share = (shared: Shared): Effect.Effect<ShareOutcome> =>
  Effect.tryPromise({ try: () => navigator.share(shared), catch: (thrown) => thrown }).pipe(
    Effect.as("shared" as const),
    Effect.catch((thrown) =>
      Effect.succeed(
        thrown instanceof DOMException && thrown.name === "AbortError"
          ? ("dismissed" as const)
          : ("failed" as const),
      ),
    ),
  )

/** Null where the device has no share dialog. Call it on a click: browsers require a user's act. */
export const useShare = (): ((shared: Shared) => Promise<ShareOutcome>) | null =>
  useMemo(() => ("share" in navigator ? (shared: Shared) => Effect.runPromise(share(shared)) : null), [])

// Saves files to the device.

/** Downloads a JSON text, or any content, as a file called `name`. */
export const saveFile = (name: string, content: string | Blob): void => {
  const blob = typeof content === "string" ? new Blob([content], { type: "application/json" }) : content
  const url = URL.createObjectURL(blob)
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  // the browser has read the blob by the next turn
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
