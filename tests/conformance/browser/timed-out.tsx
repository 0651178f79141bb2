import { TimedOutView } from "../../../src/app/error-view.tsx"
import type { Mount } from "./stage.ts"

/** The real view of a page whose code did not come. It notes what is asked for. */
export const mount: Mount = ({ show, note }) => {
  show(<TimedOutView outdated={false} onRetry={() => note("retry")} onReload={() => note("reload")} />)
  return {
    words: () => document.querySelector("[role=alert] p")?.textContent ?? "",
    /** What lies under a finger in the middle of the screen is tapped, whatever it is. */
    tap: () => {
      const under = document.elementFromPoint(innerWidth / 2, innerHeight / 4)
      if (under instanceof HTMLElement) under.click()
    },
  }
}
