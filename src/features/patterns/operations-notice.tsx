import { Suspense, use } from "react"
import { useRuntime } from "../../runtime/hooks/runtime-context.tsx"
import { codeOf } from "../../runtime/hooks/use-code.ts"

/** Loaded with the member's actors, which it shows. */
const view = codeOf(() => import("./operations-in-doubt.tsx"))

const Doubts = () => {
  use(useRuntime().member.load())
  const { OperationsInDoubt } = use(view.load())
  return <OperationsInDoubt />
}

/**
 * The operations in doubt. Pages that show a member's money carry it; a visitor's page shows nothing.
 */
export const OperationsNotice = () => (
  <Suspense fallback={null}>
    <Doubts />
  </Suspense>
)
