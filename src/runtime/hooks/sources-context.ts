/** What windows read that is no machine's: prices, and outcomes that nobody has told yet. A window onto an earlier moment is given others. */
import { createContext, useContext } from "react"
import type { QuoteStore } from "../effects/quote-store.ts"
import { quotes } from "../market-actor.ts"
import { type News, news } from "../resolved-operations.ts"

export interface Sources {
  readonly quotes: QuoteStore
  readonly news: News
}

const present: Sources = { quotes, news }

const SourcesContext = createContext(present)

export const SourcesProvider = SourcesContext.Provider

export const useSources = (): Sources => useContext(SourcesContext)
