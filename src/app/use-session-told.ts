import { useEffect, useEffectEvent } from "react"
import { useIntl } from "react-intl"
import { useActor } from "../runtime/hooks/runtime-context.tsx"
import { useFeedback } from "../runtime/hooks/use-feedback.ts"
import type { MessageId } from "../ui/message-id.ts"

const WELCOME = { login: "login.done", registration: "register.done" } as const

/**
 * Says how the session has turned: to whoever is sent to login because a token is no good, or missing, why; to whoever has just logged in or registered here that
 * it has succeeded, once the page it leads to stands in view.
 */
export const useSessionTold = (): void => {
  const intl = useIntl()
  const session = useActor("session")
  const navigation = useActor("navigation")
  const { toast } = useFeedback()
  const tell = useEffectEvent((id: MessageId, icon: "none" | "success") =>
    toast(intl.formatMessage({ id }), { icon }),
  )
  useEffect(() => {
    let welcome: MessageId | null = null
    const turned = session.onEmit((told) => {
      welcome = told.type === "session.began" && told.by !== null ? WELCOME[told.by] : null
      if (told.type === "session.lapsed") tell(`error.${told.reason}`, "none")
    })
    const arrived = navigation.onEmit((told) => {
      if (told.type !== "page.show" || welcome === null) return
      tell(welcome, "success")
      welcome = null
    })
    return () => {
      turned.unsubscribe()
      arrived.unsubscribe()
    }
  }, [session, navigation])
}
