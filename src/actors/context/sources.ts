/** What windows read that is no machine's: prices, and outcomes that nobody has told yet. A window onto an earlier moment is given others. */
import { createContext, useContext } from "react"
import type { QuoteStore } from "../../effects/quotes.ts"
import { quotes } from "../market.ts"
import { type News, news } from "../news.ts"

export interface Sources {
  readonly quotes: QuoteStore
  readonly news: News
}

const present: Sources = { quotes, news }

const SourcesContext = createContext(present)

export const SourcesProvider = SourcesContext.Provider

export const useSources = (): Sources => useContext(SourcesContext)
