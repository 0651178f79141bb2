/** The navigation calls of the shell in the form that every call has: options in, `navigateTo:ok` or `navigateTo:fail why` out, to callbacks or a promise. */
import { CallFailed, type Check, type Facade, facade } from "../domain/facade.ts"
import { checkOf } from "../domain/protocol.ts"
import { type NavigationPort, navigationAnswers } from "./navigation-answers.ts"

export interface Going {
  readonly url: string | null
}
export interface GoingBack {
  /** Pages back; 1 unless told. */
  readonly delta?: number | string | undefined
}

export interface NavigationCalls {
  readonly navigateTo: Facade<Going, object>
  readonly redirectTo: Facade<Going, object>
  readonly reLaunch: Facade<Going, object>
  readonly switchTab: Facade<Going, object>
  readonly navigateBack: Facade<GoingBack, object>
}

const isText = checkOf({ url: { type: "String" } })

/** What is no address at all is for the machine to refuse, in its own words; what is none because it is no text is told here. */
const urlFault: Check = ({ url }) => (url ? isText({ url }) : null)

type Answered = Promise<{ readonly ok: boolean; readonly errMsg: string }>

const sure = async (answer: Answered): Promise<object> => {
  const { ok, errMsg } = await answer
  if (!ok) throw new CallFailed(errMsg)
  return {}
}

export const navigationCalls = (port: NavigationPort): NavigationCalls => {
  const { go, back } = navigationAnswers(port)
  const going = (name: "navigateTo" | "redirectTo" | "reLaunch" | "switchTab"): Facade<Going, object> =>
    facade(name, ({ url }: Going) => sure(go(name, url || null)), urlFault)
  return {
    navigateTo: going("navigateTo"),
    redirectTo: going("redirectTo"),
    reLaunch: going("reLaunch"),
    switchTab: going("switchTab"),
    navigateBack: facade("navigateBack", ({ delta }: GoingBack) => sure(back(delta))),
  }
}
