import { NotFoundView, TimedOutView } from "../../../src/app/error-view.tsx"
import type { Mount } from "./mount.ts"

/** The product's view of a page that is not there, or whose code did not load. It notes the requests of taps. */
export const mount: Mount = ({ show, note }, { view }) => {
  if (view === "not-found") show(<NotFoundView path="/" onHome={() => note("home")} />)
  else show(<TimedOutView outdated={false} onRetry={() => note("retry")} onReload={() => note("reload")} />)
  return {
    words: () => document.querySelector("[role=alert] p")?.textContent ?? "",
    /** Taps the way home, or whatever is in the upper middle of the screen. */
    tap: () => {
      const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 4)
      const under = view === "not-found" ? document.querySelector("#root button") : middle
      if (under instanceof HTMLElement) under.click()
    },
  }
}
