/** The shapes of what members see come with the rest of a member's frame: with a login or a kept session, so that they are there when a page is awaited. */
import { lazy, type ReactNode } from "react"
import { LateBoundary } from "../features/patterns/late-boundary.tsx"

export const loadMemberFrame = () => import("./member-frame.tsx")
const LateTabShape = lazy(() => loadMemberFrame().then((m) => ({ default: m.shapes.TabShape })))

let shapes: Awaited<ReturnType<typeof loadMemberFrame>>["shapes"] | null = null

/** Brings what a member's window has and a visitor's has not, so that it is there when it is drawn. Rejects when its code cannot be had. */
export const prepareMemberFrame = async (): Promise<void> => {
  shapes = (await loadMemberFrame()).shapes
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
