/** Who is using the app, and coming and going. */
import { useMemo } from "react"
import { selectFailure, selectUser } from "../../../machines/session.ts"
import type { User } from "../../domain/entities.ts"
import type { Failure } from "../../domain/failure.ts"
import { useActor, useActorState, useRuntime } from "./runtime-context.tsx"

export interface SessionCommands {
  /** The password goes to a handle; it is never in an event. */
  readonly login: (username: string, password: string) => void
  readonly register: (username: string, password: string, invitationCode: string) => void
  /** Asks for the member's record again. */
  readonly refresh: () => void
  /** Opens the question whether to log out; the app's frame shows it. */
  readonly askLogout: () => void
  readonly confirmLogout: () => void
  readonly cancelLogout: () => void
}

export interface SessionView extends SessionCommands {
  /** Null for a visitor. */
  readonly user: User | null
  /** Being logged in or out. */
  readonly busy: boolean
  /** True while the question whether to log out is open. */
  readonly asking: boolean
  /** Why the last attempt to log in, register or refresh did not succeed. */
  readonly failure: Failure | null
}

const useCommands = (): SessionCommands => {
  const { boot, secrets, now } = useRuntime()
  return useMemo(() => {
    const { session } = boot
    return {
      login: (username, password) =>
        session.send({ type: "session.login", username, secret: secrets.keep(password), at: now() }),
      register: (username, password, invitationCode) => {
        const secret = secrets.keep(password)
        session.send({ type: "session.register", username, secret, invitationCode, at: now() })
      },
      refresh: () => session.send({ type: "session.refresh", at: now() }),
      askLogout: () => session.send({ type: "session.askLogout", at: now() }),
      confirmLogout: () => session.send({ type: "session.confirmLogout", at: now() }),
      cancelLogout: () => session.send({ type: "session.cancelLogout", at: now() }),
    }
  }, [boot, secrets, now])
}

export const useSession = (): SessionView => {
  const session = useActor("session")
  const user = useActorState(session, selectUser)
  const failure = useActorState(session, selectFailure)
  const busy = useActorState(session, (snapshot) => snapshot.hasTag("busy"))
  const asking = useActorState(session, (snapshot) => snapshot.matches({ authenticated: "confirmingLogout" }))
  return { ...useCommands(), user, failure, busy, asking }
}
