/** The session: who is logged in, and commands to change that. */
import { useCallback, useMemo } from "react"
import { selectFailure, selectUser, sessionPhase } from "../../../machines/session.ts"
import { selectWeChatFailure, wechatPhase } from "../../../machines/wechat.ts"
import type { User } from "../../domain/entities.ts"
import type { Failure } from "../../domain/failure.ts"
import type { WeChatPurpose } from "../../events/wechat.ts"
import { useActor, useActorState, useRuntime } from "./runtime-context.tsx"
import { useConfig } from "./use-preferences.ts"

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

// Logging in with WeChat, and linking a WeChat account, where the operator set it up.

export interface WeChatView {
  /** False until the configuration is known. */
  readonly isOffered: boolean
  readonly busy: boolean
  /** True if the account was linked since the app was opened. */
  readonly isLinked: boolean
  /** Why the last way through WeChat failed. */
  readonly failure: Failure | null
  /** Opens WeChat's log-in page, which returns to the app. */
  readonly begin: (purpose: WeChatPurpose) => void
}

export const useWeChat = (): WeChatView => {
  const wechat = useActor("wechat")
  const begin = useCallback(
    (purpose: WeChatPurpose) => wechat.send({ type: "wechat.begin", purpose }),
    [wechat],
  )
  const phase = useActorState(wechat, wechatPhase)
  return {
    isOffered: useConfig()?.login.wechat === true,
    busy: phase === "busy",
    isLinked: phase === "linked",
    failure: useActorState(wechat, selectWeChatFailure),
    begin,
  }
}
