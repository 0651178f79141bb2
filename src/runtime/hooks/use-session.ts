/** The session: who is logged in, and commands to change that. */
import { useCallback, useMemo } from "react"
import { selectFailure, selectUser, sessionPhase } from "../../../machines/session.ts"
import { selectWeChatFailure, wechatPhase } from "../../../machines/wechat.ts"
import { demoWatchlist } from "../../domain/demo-samples.ts"
import { DEMO_USERNAME } from "../../domain/limits.ts"
import type { WeChatPurpose } from "../../events/wechat.ts"
import type { MemberActors } from "../actors/member-actors.ts"
import { useActor, useActorState, useRuntime } from "./runtime-context.tsx"
import { useConfig } from "./use-preferences.ts"

export const useSession = () => {
  const { now, secrets } = useRuntime()
  const session = useActor("session")
  const phase = useActorState(session, sessionPhase)
  const commands = useMemo(() => {
    const command = (type: "refresh" | "askLogout" | "confirmLogout" | "cancelLogout") => () =>
      session.send({ type: `session.${type}`, at: now() })
    return {
      /** The password is stored under a handle and never part of an event. */
      login: (username: string, password: string) =>
        session.send({ type: "session.login", username, secret: secrets.keep(password), at: now() }),
      /** The same for the assertion of a passkey. */
      loginByPasskey: (assertion: string) =>
        session.send({
          ...{ type: "session.login", username: "", passkey: true },
          ...{ secret: secrets.keep(assertion), at: now() },
        }),
      /** Refetches the member's record. */
      refresh: command("refresh"),
      /** Opens the logout confirmation, which the app's frame shows. */
      askLogout: command("askLogout"),
      confirmLogout: command("confirmLogout"),
      cancelLogout: command("cancelLogout"),
    }
  }, [session, secrets, now])
  return {
    ...commands,
    /** Null for a visitor. */
    user: useActorState(session, selectUser),
    /** Why the last login, registration or refresh failed. */
    failure: useActorState(session, selectFailure),
    /** True during login and logout. */
    busy: phase === "changing",
    /** True while the logout confirmation is open. */
    asking: phase === "confirmingLogout",
  }
}

/** True for the demo's login, which everyone shares and which keeps its password, factor and limits. */
export const useIsSharedLogin = (): boolean => {
  const { user } = useSession()
  return useConfig()?.demo === true && user?.username === DEMO_USERNAME
}

/** Enters the demo by its shared login. Its watchlist begins with some products. */
export const useDemoLogin = (): (() => void) => {
  const { member, now } = useRuntime()
  const session = useActor("session")
  const { login } = useSession()
  return useCallback(() => {
    login(DEMO_USERNAME, "")
    const beginWatchlist = ({ watchlist }: MemberActors) => {
      const isDemo = selectUser(session.getSnapshot())?.username === DEMO_USERNAME
      if (!isDemo || watchlist.getSnapshot().context.symbols.length > 0) return
      for (const symbol of demoWatchlist) watchlist.send({ type: "watchlist.add", symbol, at: now() })
    }
    // without the member's code there is no watchlist, which the app says itself
    member.load().then(beginWatchlist, () => {})
  }, [login, member, session, now])
}

// Logging in with WeChat, and linking a WeChat account, where the operator set it up.

export const useWeChat = () => {
  const wechat = useActor("wechat")
  const begin = useCallback(
    (purpose: WeChatPurpose) => wechat.send({ type: "wechat.begin", purpose }),
    [wechat],
  )
  const phase = useActorState(wechat, wechatPhase)
  return {
    /** False until the configuration is known. */
    isOffered: useConfig()?.login.wechat === true,
    busy: phase === "busy",
    /** True if the account was linked since the app was opened. */
    isLinked: phase === "linked",
    /** Why the last way through WeChat failed. */
    failure: useActorState(wechat, selectWeChatFailure),
    /** Opens WeChat's log-in page, which returns to the app. */
    begin,
  }
}
