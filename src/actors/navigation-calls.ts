/** The navigation calls of the shell in the form that every call has: options in, `navigateTo:ok` or `navigateTo:fail why` out, to callbacks or a promise. */
import { CallFailed, type Facade, facade } from "../domain/facade.ts"
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

type Answered = Promise<{ readonly ok: boolean; readonly errMsg: string }>

const sure = async (answer: Answered): Promise<object> => {
  const { ok, errMsg } = await answer
  if (!ok) throw new CallFailed(errMsg)
  return {}
}

export const navigationCalls = (port: NavigationPort): NavigationCalls => {
  const { go, back } = navigationAnswers(port)
  const going = (name: "navigateTo" | "redirectTo" | "reLaunch" | "switchTab"): Facade<Going, object> =>
    facade(name, ({ url }: Going) => sure(go(name, url)))
  return {
    navigateTo: going("navigateTo"),
    redirectTo: going("redirectTo"),
    reLaunch: going("reLaunch"),
    switchTab: going("switchTab"),
    navigateBack: facade("navigateBack", ({ delta }: GoingBack) => sure(back(delta))),
  }
}
