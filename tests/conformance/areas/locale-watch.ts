/** Subscribers of the start-up machine's locale are notified of changes only. */
import { type Actor, createActor, fromCallback } from "xstate"
import { selectLocale, startupMachine } from "../../../machines/startup.ts"
import { OWN_APPEARANCE } from "../../../src/domain/appearance.ts"
import { localeOf } from "../../../src/domain/locale.ts"
import type { Plain } from "../area.ts"

const quiet = startupMachine.provide({
  actors: {
    loadConfig: fromCallback(() => {}),
    watchNetwork: fromCallback(() => {}),
    watchVisibility: fromCallback(() => {}),
  },
  actions: { storeLocale: () => {} },
})

export class LocaleWatch {
  readonly #actor: Actor<typeof startupMachine>
  readonly #watching: { readonly unsubscribe: () => void }[] = []
  readonly #notified: (readonly [now: unknown, before: unknown])[] = []
  /** The name of the current locale in the case; the app's ids differ. */
  #called: unknown
  #calledBefore: unknown

  constructor(first: unknown) {
    this.#called = first
    const input = {
      locale: localeOf([String(first)]),
      theme: "system",
      colours: null,
      areAmountsHidden: false,
      appearance: OWN_APPEARANCE,
      saidOn: true,
    } as const
    this.#actor = createActor(quiet, { input }).start()
  }

  watch(): void {
    let seen = selectLocale(this.#actor.getSnapshot())
    const watching = this.#actor.subscribe((snapshot) => {
      const now = selectLocale(snapshot)
      if (now !== seen) this.#notified.push([this.#called, this.#calledBefore])
      seen = now
    })
    this.#watching.push(watching)
  }

  /** Unsubscribes the latest subscriber. */
  unwatch(): void {
    this.#watching.pop()?.unsubscribe()
  }

  set(resolved: unknown): void {
    this.#calledBefore = this.#called
    this.#called = resolved
    this.#actor.send({ type: "startup.setLocale", locale: localeOf([String(resolved)]) })
  }

  /** Stops the machine and returns the notifications. */
  end(): Plain {
    this.#actor.stop()
    const [newLocale, oldLocale] = this.#notified.at(-1) ?? [null, null]
    const calls = this.#notified.length
    return { watched: this.#notified, watcherCalls: calls, calls, newLocale, oldLocale }
  }
}
