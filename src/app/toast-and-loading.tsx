import { selectLoading, selectToast } from "../../machines/feedback.ts"
import { useActor, useActorState } from "../runtime/hooks/runtime-context.tsx"
import { LoadingOverlay } from "../ui/LoadingOverlay.tsx"
import { Toast } from "../ui/Toast.tsx"

/** The loading overlay and the toast, above everything else. */
export const ToastAndLoading = () => {
  const feedback = useActor("feedback")
  const toast = useActorState(feedback, selectToast)
  const loading = useActorState(feedback, selectLoading)
  return (
    <>
      <LoadingOverlay open={loading !== null} text={loading || undefined} />
      <Toast toast={toast ? { ...toast, id: toast.key } : undefined} />
    </>
  )
}
