import { useGo } from "../patterns/use-go.ts"
import type { EntryLink } from "./entry-links.tsx"

/** Makes links to pages that a visitor may open. */
export const useEntryLink = (): ((url: string) => EntryLink) => {
  const { open } = useGo()
  return (url) => ({ href: url, onPress: () => open(url) })
}
