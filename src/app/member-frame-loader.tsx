/**
 * Loads what only a member's window has. A login or a stored session starts the load, so that the
 * skeletons are there before a page is.
 */
import { lazy, type ReactNode } from "react"
import { LazyBoundary } from "../features/patterns/error-boundary.tsx"

export const loadMemberFrame = () => import("./member-frame.tsx")
const LazyTabSkeleton = lazy(() => loadMemberFrame().then((m) => ({ default: m.skeletons.TabSkeleton })))

let skeletons: Awaited<ReturnType<typeof loadMemberFrame>>["skeletons"] | null = null

/** Rejects when the code cannot be loaded. */
export const preloadMemberFrame = async (): Promise<void> => {
  skeletons = (await loadMemberFrame()).skeletons
}

const nothing = () => {}

/** The skeleton of a tab page; `fallback` until its code has loaded. */
export const tabSkeleton = (isHome: boolean, fallback: ReactNode): ReactNode =>
  skeletons ? (
    <skeletons.TabSkeleton isHome={isHome} />
  ) : (
    <LazyBoundary onFail={nothing} fallback={fallback} pending={fallback}>
      <LazyTabSkeleton isHome={isHome} />
    </LazyBoundary>
  )

/** The skeleton of the tab bar; null until its code has loaded. */
export const tabBarSkeleton = (): ReactNode => skeletons && <skeletons.TabBarSkeleton />
