import type { EntryLink } from "./entry-links.tsx"
import { useGo } from "./use-go.ts"

/** Makes links to pages that a visitor may open. */
export const useEntryLink = (): ((url: string) => EntryLink) => {
  const { open } = useGo()
  return (url) => ({ href: url, onPress: () => open(url) })
}
