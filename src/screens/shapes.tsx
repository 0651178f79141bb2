/** The shapes of what members see, apart from the first page: brought with the first touch, a login or a kept session, so that they are there when a page is awaited. */
import { lazy, type ReactNode } from "react"
import { LateBoundary } from "./late-boundary.tsx"

const load = () => import("./tab-shape.tsx")
const LateTabShape = lazy(() => load().then((m) => ({ default: m.TabShape })))

let shapes: Awaited<ReturnType<typeof load>> | null = null

/** Brings them. Rejects when their code cannot be had. */
export const prepareShapes = async (): Promise<void> => {
  shapes = await load()
}

const nothing = () => {}

/** The shape of a tab page: at once where it has come, after what is `instead` of it where not. */
export const tabShape = (isHome: boolean, instead: ReactNode): ReactNode =>
  shapes ? (
    <shapes.TabShape isHome={isHome} />
  ) : (
    <LateBoundary onFail={nothing} instead={instead} meanwhile={instead}>
      <LateTabShape isHome={isHome} />
    </LateBoundary>
  )

/** The shape of the tab bar; null where it has not come. */
export const tabBarShape = (): ReactNode => shapes && <shapes.TabBarShape />
