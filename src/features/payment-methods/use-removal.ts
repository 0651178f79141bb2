import { useState } from "react"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { useFeedback } from "../../runtime/hooks/use-feedback.ts"
import { useProblemText } from "../../runtime/hooks/use-problem-text.ts"
import type { CallOutcome } from "../../runtime/hooks/use-query.ts"
import type { Removal } from "./destination-list.tsx"

interface RemoveCall {
  readonly send: (request: { readonly id: string }) => Promise<CallOutcome<unknown>>
  readonly busy: boolean
}

/** Asks before it removes, says when that did not work, and tells which one is gone when it did. */
export const useRemoval = (call: RemoveCall, onRemoved: (id: string) => void): Removal => {
  const { toast } = useFeedback()
  const textOf = useProblemText()
  const [id, setId] = useState<string>()
  const onCancel = () => setId(undefined)
  useOverlay(id !== undefined && !call.busy, onCancel)
  const confirm = async (wanted: string) => {
    const answer = await call.send({ id: wanted })
    setId(undefined)
    if (answer.ok) onRemoved(wanted)
    else toast(textOf(answer.failure) ?? "", { icon: "error" })
  }
  return {
    id,
    busy: call.busy,
    onAsk: setId,
    onConfirm: () => {
      if (id !== undefined) void confirm(id)
    },
    onCancel,
  }
}
