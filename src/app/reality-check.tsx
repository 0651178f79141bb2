/** Says at intervals how long the member has been here, and what came of it. */
import { useEffect, useEffectEvent, useState } from "react"
import { useIntl } from "react-intl"
import { selectTop } from "../../machines/navigation.ts"
import { REALITY_MINUTES } from "../domain/limits.ts"
import type { Protection } from "../domain/protection.ts"
import { useRuntime } from "../runtime/hooks/runtime-context.tsx"
import { useFeedback } from "../runtime/hooks/use-feedback.ts"
import { useQuery } from "../runtime/hooks/use-query.ts"
import { useSession } from "../runtime/hooks/use-session.ts"
import { useFormat } from "../ui/format.ts"

const MINUTE_MS = 60_000
/** How often an open page looks whether a check is due. */
const LOOK_MS = 15_000
/** The pages on which money is confirmed. */
const CONFIRMING: readonly (string | undefined)[] = ["order", "trade", "recharge", "pay", "withdraw"]

const limitOf = ({ limits }: Protection, wanted: string) => limits.find(({ name }) => name === wanted)

interface Due {
  readonly sinceMs: number
  /** The member has answered the check. */
  readonly onGoOn: () => void
}

/** Asks what to say, and asks the member at the interval of their choice. */
const DueCheck = ({ sinceMs, onGoOn }: Due) => {
  const intl = useIntl()
  const format = useFormat()
  const { boot, now } = useRuntime()
  const { modal } = useFeedback()
  const { askLogout } = useSession()
  const { data } = useQuery("protection", {})
  const [isAsked, setIsAsked] = useState(false)
  const look = useEffectEvent(async () => {
    if (data === undefined || isAsked) return
    const minutes = Number(limitOf(data, "reality_minutes")?.value ?? REALITY_MINUTES.default)
    if (now() - sinceMs < minutes * MINUTE_MS) return
    const isConfirming = CONFIRMING.includes(selectTop(boot.navigation.getSnapshot())?.name)
    if (isConfirming || document.querySelector("dialog[open]") !== null) return
    setIsAsked(true)
    const { confirmed } = await modal({
      title: intl.formatMessage({ id: "protection.reality.title" }),
      content: intl.formatMessage(
        { id: "protection.reality.text" },
        {
          minutes: Math.max(minutes, Math.round((now() - data.sessionSinceMs) / MINUTE_MS)),
          result: format.amount(data.sessionResult, { signed: true }),
          deposits: format.amount(limitOf(data, "deposit_day")?.used ?? "0.00"),
        },
      ),
      confirmText: intl.formatMessage({ id: "protection.reality.on" }),
      cancelText: intl.formatMessage({ id: "my.logout" }),
    })
    onGoOn()
    if (!confirmed) askLogout()
  })
  useEffect(() => {
    void look()
    const timer = setInterval(() => void look(), LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  return null
}

/** Before the shortest interval is over it asks the server nothing. */
export const RealityCheck = () => {
  const { now } = useRuntime()
  const [sinceMs, setSinceMs] = useState(now)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsNear(true), sinceMs + REALITY_MINUTES.min * MINUTE_MS - Date.now())
    return () => clearTimeout(timer)
  }, [sinceMs])
  const goOn = () => {
    setIsNear(false)
    setSinceMs(now())
  }
  return isNear ? <DueCheck sinceMs={sinceMs} onGoOn={goOn} /> : null
}
