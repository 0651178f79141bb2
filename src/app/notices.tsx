import { selectLoading, selectToast } from "../../machines/feedback.ts"
import { useActor, useActorState } from "../runtime/hooks/runtime-context.tsx"
import { LoadingVeil } from "../ui/LoadingVeil.tsx"
import { Toast } from "../ui/Toast.tsx"

/** What the app says by itself, above everything. */
export const Notices = () => {
  const feedback = useActor("feedback")
  const toast = useActorState(feedback, selectToast)
  const loading = useActorState(feedback, selectLoading)
  return (
    <>
      <LoadingVeil open={loading !== null} text={loading || undefined} />
      <Toast toast={toast ? { ...toast, id: toast.key } : undefined} />
    </>
  )
}
