/** Toasts, the loading indicator, modals and action sheets for components. */
import { useMemo } from "react"
import { createFeedback, type Feedback } from "../feedback.ts"
import { useRuntime } from "./runtime-context.tsx"

export const useFeedback = (): Feedback => {
  const runtime = useRuntime()
  return useMemo(() => createFeedback(runtime), [runtime])
}
