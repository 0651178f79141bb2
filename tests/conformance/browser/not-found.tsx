import { NotFoundView } from "../../../src/app/error-view.tsx"
import type { Mount } from "./mount.ts"

/** The product's not-found view. It notes the requests of taps. */
export const mount: Mount = ({ root, show, note }, { path }) => {
  show(<NotFoundView path={String(path)} onHome={() => note("home")} />)
  return { tap: () => root.querySelector("button")?.click() }
}
