/** Notifies a member of operations in doubt that were resolved while another page was open. */
import { useEffect, useEffectEvent } from "react"
import { selectTop } from "../../../machines/navigation.ts"
import type { OperationResolved } from "../../events/operation.ts"
import { useRuntime } from "./runtime-context.tsx"
import { useSources } from "./sources-context.ts"

/**
 * Calls back once for each resolved operation that the page in view does not show itself. The page
 * that sent it shows it, also after a reload; another visit or another tab does not.
 */
export const useResolvedOperations = (onFound: (found: OperationResolved) => void): void => {
  const { boot } = useRuntime()
  const { resolvedOperations } = useSources()
  const tell = useEffectEvent(onFound)
  useEffect(() => {
    const look = () => {
      const visit = selectTop(boot.navigation.getSnapshot())?.id
      for (const found of resolvedOperations.take()) if (found.visit !== visit) tell(found)
    }
    look()
    return resolvedOperations.subscribe(look)
  }, [boot, resolvedOperations])
}
