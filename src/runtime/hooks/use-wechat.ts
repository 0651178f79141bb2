/** Logging in with WeChat, and linking a WeChat account, where the operator set it up. */
import { useCallback } from "react"
import { selectWeChatFailure, wechatPhase } from "../../../machines/wechat.ts"
import type { Failure } from "../../domain/failure.ts"
import type { WeChatPurpose } from "../../events/wechat.ts"
import { useActor, useActorState } from "./runtime-context.tsx"
import { useConfig } from "./use-preferences.ts"

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
