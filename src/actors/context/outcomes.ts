/** What became of operations that were in doubt, for a member who is on another page by then. */
import { useEffect, useEffectEvent } from "react"
import { selectTop } from "../../../machines/navigation.ts"
import type { OperationFound } from "../../domain/events/money.ts"
import type { Operation } from "../../domain/operation.ts"
import type { RouteName } from "../../domain/queries.ts"
import { news } from "../news.ts"
import { useSystem } from "./system.tsx"

/** The page that shows the outcome by itself. */
const PAGE_OF: Readonly<Record<Operation, RouteName>> = {
  order: "order",
  "order-close": "hold-record",
  deposit: "recharge",
  withdrawal: "withdraw",
}

/** Calls back once for each outcome that the page in view does not show anyway. */
export const useFoundOutcomes = (onFound: (found: OperationFound) => void): void => {
  const { boot } = useSystem()
  const tell = useEffectEvent(onFound)
  useEffect(() => {
    const look = () => {
      const page = selectTop(boot.navigation.getSnapshot())?.name
      for (const found of news.take()) if (PAGE_OF[found.operation] !== page) tell(found)
    }
    look()
    return news.subscribe(look)
  }, [boot])
}
