/** The log-in by a passkey: the name field offers it, and a button asks for it. */
import { useEffect, useEffectEvent, useRef, useState } from "react"
import type { Failure } from "../../domain/failure.ts"
import { CANCELLED } from "../../domain/problem.ts"
import type { openPasskeyLogin } from "../api/passkey-ceremony.ts"
import { whenIdle } from "./defer-work.ts"
import { useRuntime } from "./runtime-context.tsx"
import { useSession } from "./use-session.ts"

/**
 * Why there are no passkeys here, as in the document that the build draws; null where there are. A
 * relying party has a name, never a number.
 */
export const passkeyProblem = (): "passkey.address" | "passkey.browser" | null => {
  if (typeof location === "undefined") return "passkey.browser"
  if (!isSecureContext || /^[\d.]+$|^\[/.test(location.hostname)) return "passkey.address"
  return typeof PublicKeyCredential === "undefined" ? "passkey.browser" : null
}

type PasskeyLogin = ReturnType<typeof openPasskeyLogin>

export const usePasskeyLogin = () => {
  const { apiLayer } = useRuntime()
  const { loginByPasskey, busy, failure } = useSession()
  const [problem, setProblem] = useState<Failure | null>(null)
  const [phase, setPhase] = useState<"untried" | "asking" | "sent">("untried")
  const isOffered = passkeyProblem() === null
  const [isReady, setReady] = useState(false)
  const opening = useRef<Promise<PasskeyLogin> | null>(null)
  const send = useEffectEvent((assertion: string) => {
    setPhase("sent")
    loginByPasskey(assertion)
  })
  const open = useEffectEvent((): Promise<PasskeyLogin> => {
    opening.current ??= Promise.all([import("../api/passkey-ceremony.ts"), apiLayer.load()]).then(
      ([code, layer]) => code.openPasskeyLogin(layer, (assertion) => send(assertion)),
    )
    return opening.current
  })
  useEffect(() => {
    if (!isOffered) return
    const ready = () => setReady(true)
    const cancel = whenIdle(() => void open().then(ready, () => {}))
    return () => {
      cancel()
      setReady(false)
      void opening.current?.then(({ close }) => close()).catch(() => {})
      opening.current = null
    }
  }, [isOffered])
  // the browser offers where the name field says so by then
  useEffect(() => {
    if (isReady) void opening.current?.then(({ offer }) => offer()).catch(() => {})
  }, [isReady])
  const isRefused = phase === "sent" && failure !== null
  useEffect(() => {
    if (isRefused) void opening.current?.then(({ offer }) => offer()).catch(() => {})
  }, [isRefused])
  const ask = async () => {
    setProblem(null)
    setPhase("asking")
    const refused = await open().then(
      (login) => login.ask(),
      () => ({ reason: "no-answer.network" }),
    )
    if (refused === null) return
    setPhase("untried")
    if (refused.reason !== CANCELLED) setProblem(refused)
  }
  return {
    isOffered,
    /** True once the name field may offer passkeys: a browser looks at its fields for them then. */
    isReady,
    busy: phase === "asking" || (phase === "sent" && busy),
    /** Why the last attempt failed. What the member cancelled did not. */
    failure: problem ?? (phase === "sent" ? failure : null),
    ask: () => void ask(),
  }
}
