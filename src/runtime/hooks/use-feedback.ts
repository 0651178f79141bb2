/** What the app says over the page, for components. */
import { useMemo } from "react"
import { createFeedback, type Feedback } from "../feedback.ts"
import { useRuntime } from "./runtime-context.tsx"

export const useFeedback = (): Feedback => {
  const runtime = useRuntime()
  return useMemo(() => createFeedback(runtime), [runtime])
}
