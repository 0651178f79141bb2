import { NotFoundView } from "../../../src/features/site/not-found.tsx"
import type { Mount } from "./stage.ts"

/** The real view of a page that there is not. It notes what is asked for. */
export const mount: Mount = ({ root, show, note }, { path }) => {
  show(<NotFoundView path={String(path)} onHome={() => note("home")} />)
  return { tap: () => root.querySelector("button")?.click() }
}
