import { useEffect, useEffectEvent } from "react"
import { useIntl } from "react-intl"
import { useActor } from "../runtime/hooks/runtime-context.tsx"
import { useFeedback } from "../runtime/hooks/use-feedback.ts"
import type { MessageId } from "../ui/message-id.ts"

const WELCOME = { login: "login.done", registration: "register.done" } as const

/**
 * Shows a toast when the session ends because of a missing or invalid token, with the reason, and
 * one after a login or a registration, as soon as the page it leads to is visible.
 */
export const useSessionToasts = (): void => {
  const intl = useIntl()
  const session = useActor("session")
  const navigation = useActor("navigation")
  const { toast } = useFeedback()
  const show = useEffectEvent((id: MessageId, icon: "none" | "success") =>
    toast(intl.formatMessage({ id }), { icon }),
  )
  useEffect(() => {
    let welcome: MessageId | null = null
    const sessionEvents = session.onEmit((event) => {
      welcome = event.type === "session.began" && event.by !== null ? WELCOME[event.by] : null
      if (event.type === "session.lapsed") show(`error.${event.reason}`, "none")
    })
    const pageEvents = navigation.onEmit((event) => {
      if (event.type !== "page.show" || welcome === null) return
      show(welcome, "success")
      welcome = null
    })
    return () => {
      sessionEvents.unsubscribe()
      pageEvents.unsubscribe()
    }
  }, [session, navigation])
}
