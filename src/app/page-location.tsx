import { type ReactNode, useMemo } from "react"
import { createPath, Route, Router, Routes } from "react-router-dom"
import { ROUTES } from "../navigation/routes.ts"
import { useNavigation } from "../runtime/hooks/use-navigation.ts"

/**
 * The navigation machine as React Router's navigator, so that links and hooks of the router send
 * its commands.
 */
const useNavigator = () => {
  const { navigateTo, redirectTo, navigateBack } = useNavigation()
  return useMemo(() => {
    const textOf = (to: string | Partial<{ pathname: string; search: string }>) =>
      typeof to === "string" ? to : createPath(to)
    return {
      createHref: textOf,
      go: (steps: number) => {
        if (steps < 0) void navigateBack(-steps)
      },
      push: (to: Parameters<typeof textOf>[0]) => void navigateTo(textOf(to)),
      replace: (to: Parameters<typeof textOf>[0]) => void redirectTo(textOf(to)),
    }
  }, [navigateTo, redirectTo, navigateBack])
}

export interface PageLocationProps {
  /** The URL of this page, which other pages may cover. */
  readonly url: string
  /** Shown when no route matches the URL. */
  readonly missing: ReactNode
  readonly children: ReactNode
}

/** Gives a page a router location of its own. */
export const PageLocation = ({ url, missing, children }: PageLocationProps) => {
  const navigator = useNavigator()
  return (
    <Router location={url} navigator={navigator}>
      <Routes>
        {ROUTES.map(({ path }) => (
          <Route key={path} path={path} element={children} />
        ))}
        <Route path="*" element={missing} />
      </Routes>
    </Router>
  )
}
