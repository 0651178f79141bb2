/** What the app says over the page, for components. */
import { useMemo } from "react"
import { createFeedback, type Feedback } from "../feedback.ts"
import { useSystem } from "./runtime-context.tsx"

export const useFeedback = (): Feedback => {
  const system = useSystem()
  return useMemo(() => createFeedback(system), [system])
}
