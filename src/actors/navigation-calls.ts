/** The navigation calls of the shell: options in, `navigateTo:ok` or `navigateTo:fail why` out, to callbacks or by a promise that rejects. */

import type { NavigationAnswered, NavigationEmitted, NavigationEvent } from "../domain/events/navigation.ts"
import { CallFailed, type Facade, facade } from "../domain/facade.ts"

/** The navigation machine, wherever it sits. */
export interface NavigationPort {
  readonly send: (event: NavigationEvent) => void
  /** Hears what the machine emits; the answer ends it. */
  readonly onEmit: (listener: (told: NavigationEmitted) => void) => () => void
  /** A new key each time. */
  readonly mint: () => string
  readonly now: () => number
}

type Reason = NavigationAnswered["reason"]

/** A call that the machine refused; `reason` is there where the app can do something about it. */
export class NavigationFailed extends CallFailed {
  readonly reason: Reason
  constructor({ errMsg, reason }: NavigationAnswered) {
    super(errMsg)
    this.reason = reason
  }
}

export interface Going {
  readonly url: string | null
}
export interface GoingBack {
  /** Pages back; 1 unless told. */
  readonly delta?: number | string | undefined
}

const answerTo = ({ onEmit }: NavigationPort, key: string): Promise<NavigationAnswered> =>
  new Promise((resolve) => {
    const stop = onEmit((told) => {
      if (told.type !== "navigation.answered" || told.key !== key) return
      stop()
      resolve(told)
    })
  })

const ask = async (port: NavigationPort, event: (key: string) => NavigationEvent): Promise<object> => {
  const key = port.mint()
  const answer = answerTo(port, key)
  port.send(event(key))
  const told = await answer
  if (!told.ok) throw new NavigationFailed(told)
  return {}
}

export interface NavigationCalls {
  readonly navigateTo: Facade<Going, object>
  readonly redirectTo: Facade<Going, object>
  readonly reLaunch: Facade<Going, object>
  readonly switchTab: Facade<Going, object>
  /** A tap on the tab bar: answered as `switchTab`. */
  readonly tapTab: Facade<Going, object>
  readonly navigateBack: Facade<GoingBack, object>
}

export const navigationCalls = (port: NavigationPort): NavigationCalls => {
  type Called = Exclude<keyof NavigationCalls, "navigateBack">
  const go = (called: Called): Facade<Going, object> =>
    facade(called === "tapTab" ? "switchTab" : called, ({ url }: Going) =>
      ask(port, (key) => ({ type: `navigation.${called}`, url, key, at: port.now() })),
    )
  return {
    navigateTo: go("navigateTo"),
    redirectTo: go("redirectTo"),
    reLaunch: go("reLaunch"),
    switchTab: go("switchTab"),
    tapTab: go("tapTab"),
    navigateBack: facade("navigateBack", ({ delta }: GoingBack) =>
      ask(port, (key) => ({
        type: "navigation.navigateBack",
        key,
        at: port.now(),
        ...(delta !== undefined && { delta }),
      })),
    ),
  }
}
