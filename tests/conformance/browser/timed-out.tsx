import { TimedOutView } from "../../../src/app/error-view.tsx"
import type { Mount } from "./mount.ts"

/** The product's view of a page whose code did not load. It notes the requests of taps. */
export const mount: Mount = ({ show, note }) => {
  show(<TimedOutView outdated={false} onRetry={() => note("retry")} onReload={() => note("reload")} />)
  return {
    words: () => document.querySelector("[role=alert] p")?.textContent ?? "",
    /** Taps whatever is in the upper middle of the screen. */
    tap: () => {
      const under = document.elementFromPoint(innerWidth / 2, innerHeight / 4)
      if (under instanceof HTMLElement) under.click()
    },
  }
}
