/** What hooks read besides actors. Time travel provides the values of an earlier position. */
import { createContext, useContext } from "react"
import type { Runtime } from "../actors/runtime.ts"
import { useRuntime } from "./runtime-context.tsx"

export type Sources = Pick<Runtime, "quotes" | "resolvedOperations">

const SourcesContext = createContext<Sources | null>(null)

export const SourcesProvider = SourcesContext.Provider

/** The runtime's own, unless a provider gives others. */
export const useSources = (): Sources => {
  const runtime = useRuntime()
  return useContext(SourcesContext) ?? runtime
}
