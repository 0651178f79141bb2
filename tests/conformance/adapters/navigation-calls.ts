/** The framework's navigation calls over the product's navigation machine. */
import { type NavigationPort, navigationAnswers } from "../../../src/runtime/hooks/use-navigation.ts"
import { checkArguments } from "./argument-rules.ts"
import { type ArgumentCheck, CallFailed, frameworkCall } from "./framework-call.ts"

interface UrlOptions {
  readonly url: string | null
}
interface BackOptions {
  /** Pages back; 1 if absent. */
  readonly delta?: number | string | undefined
}

const isString = checkArguments({ url: { type: "String" } })

/** Leaves an empty URL to the machine, which refuses it with its own message. */
const urlFault: ArgumentCheck = ({ url }) => (url ? isString({ url }) : null)

type Answer = Promise<{ readonly ok: boolean; readonly errMsg: string }>

const resultOf = async (answer: Answer): Promise<object> => {
  const { ok, errMsg } = await answer
  if (!ok) throw new CallFailed(errMsg)
  return {}
}

export const navigationCalls = (port: NavigationPort) => {
  const { go, back } = navigationAnswers(port)
  const callTo = (name: "navigateTo" | "redirectTo" | "reLaunch" | "switchTab") =>
    frameworkCall(name, ({ url }: UrlOptions) => resultOf(go(name, url || null)), urlFault)
  return {
    navigateTo: callTo("navigateTo"),
    redirectTo: callTo("redirectTo"),
    reLaunch: callTo("reLaunch"),
    switchTab: callTo("switchTab"),
    navigateBack: frameworkCall("navigateBack", ({ delta }: BackOptions) => resultOf(back(delta))),
  }
}
