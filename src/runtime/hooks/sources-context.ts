/** What windows read that is no machine's: prices, and outcomes that nobody has emitted yet. A window onto an earlier moment is given others. */
import { createContext, useContext } from "react"
import type { QuoteStore } from "../effects/quote-store.ts"
import { quotes } from "../market-actor.ts"
import { type ResolvedOperations, resolvedOperations } from "../resolved-operations.ts"

export interface Sources {
  readonly quotes: QuoteStore
  readonly news: ResolvedOperations
}

const present: Sources = { quotes, news: resolvedOperations }

const SourcesContext = createContext(present)

export const SourcesProvider = SourcesContext.Provider

export const useSources = (): Sources => useContext(SourcesContext)
