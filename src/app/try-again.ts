/** Asking again for the code of a page that did not come. */
import { selectTop } from "../../machines/navigation.ts"
import { FAILED_AT_ONCE_MS } from "../domain/limits.ts"
import { usePage } from "../runtime/hooks/page-context.tsx"
import { useSystem } from "../runtime/hooks/runtime-context.tsx"
import { useNavigation } from "../runtime/hooks/use-navigation.tsx"

/** The stack and what was typed outlast it. Where no server answers, the page stays as it is. */
const askForDocument = (): void =>
  void fetch("/").then(
    ({ ok }) => ok && location.reload(),
    () => {},
  )

/**
 * Has the page loaded again, in place. Most browsers remember for as long as a document lives that a module did not come, and do not ask for it a second time (the
 * standard had them do so until 2026: https://github.com/whatwg/html/issues/6768). Where the page fails once more at once though the server answers, the whole document is
 * asked for instead.
 */
export const useTryAgain = (): (() => void) => {
  const { boot, now } = useSystem()
  const { id } = usePage()
  const { retry } = useNavigation()
  return () => {
    const triedAtMs = now()
    const heard = boot.navigation.subscribe((snapshot) => {
      const top = selectTop(snapshot)
      if (top?.id === id && top.status === "loading") return
      heard.unsubscribe()
      if (top?.id === id && top.status === "failed" && now() - triedAtMs < FAILED_AT_ONCE_MS) askForDocument()
    })
    retry()
  }
}
