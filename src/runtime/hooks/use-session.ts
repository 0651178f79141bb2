/** The session: who is logged in, and commands to change that. */
import { useMemo } from "react"
import { selectFailure, selectUser, sessionPhase } from "../../../machines/session.ts"
import type { User } from "../../domain/entities.ts"
import type { Failure } from "../../domain/failure.ts"
import { useActor, useActorState, useRuntime } from "./runtime-context.tsx"

export interface SessionCommands {
  /** The password is stored under a handle and never part of an event. */
  readonly login: (username: string, password: string) => void
  readonly register: (username: string, password: string, invitationCode: string) => void
  /** Refetches the member's record. */
  readonly refresh: () => void
  /** Opens the logout confirmation, which the app's frame shows. */
  readonly askLogout: () => void
  readonly confirmLogout: () => void
  readonly cancelLogout: () => void
}

export interface SessionView extends SessionCommands {
  /** Null for a visitor. */
  readonly user: User | null
  /** True during login and logout. */
  readonly busy: boolean
  /** True while the logout confirmation is open. */
  readonly asking: boolean
  /** Why the last login, registration or refresh failed. */
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
  const phase = useActorState(session, sessionPhase)
  return {
    ...useCommands(),
    user,
    failure,
    busy: phase === "changing",
    asking: phase === "confirmingLogout",
  }
}
