import { type ReactNode, useMemo } from "react"
import { createPath, Route, Router, Routes } from "react-router-dom"
import { ROUTES } from "../navigation/routes.ts"
import { useNavigation } from "../runtime/hooks/use-navigation.tsx"

/** The router's navigator is the machine: links and hooks of the router end up where everything else does. */
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

export interface RoutedProps {
  /** Of the page, which may lie under others: each page has a location of its own. */
  readonly url: string
  /** Where no route answers to the URL. */
  readonly missing: ReactNode
  readonly children: ReactNode
}

/** A page at its own location. */
export const Routed = ({ url, missing, children }: RoutedProps) => {
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
