/** What became of operations that were in doubt, for a member who is on another page by then. */
import { useEffect, useEffectEvent } from "react"
import { selectTop } from "../../../machines/navigation.ts"
import type { OperationResolved } from "../../events/money.ts"
import { useRuntime } from "./runtime-context.tsx"
import { useSources } from "./sources-context.ts"

/**
 * Calls back once for each outcome that the page in view does not show anyway. The page that sent the operation shows it, after a reload too; the same page
 * in another tab or on another visit begins afresh, and there it has to be emitted.
 */
export const useResolvedOperations = (onFound: (found: OperationResolved) => void): void => {
  const { boot } = useRuntime()
  const { news } = useSources()
  const tell = useEffectEvent(onFound)
  useEffect(() => {
    const look = () => {
      const visit = selectTop(boot.navigation.getSnapshot())?.id
      for (const found of news.take()) if (found.visit !== visit) tell(found)
    }
    look()
    return news.subscribe(look)
  }, [boot, news])
}
