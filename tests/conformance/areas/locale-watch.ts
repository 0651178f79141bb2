/** Who watches the app's language is told of each change, and of nothing else: the real start-up machine, which keeps it. */
import { type Actor, createActor, fromCallback } from "xstate"
import { selectLocale, startupMachine } from "../../../machines/startup.ts"
import { localeOf } from "../../../src/domain/locale.ts"
import type { Plain } from "../area.ts"

const quiet = startupMachine.provide({
  actors: { loadConfig: fromCallback(() => {}), watchNetwork: fromCallback(() => {}) },
  actions: { storeLocale: () => {} },
})

export class LocaleWatch {
  readonly #actor: Actor<typeof startupMachine>
  readonly #watching: { readonly unsubscribe: () => void }[] = []
  readonly #told: (readonly [now: unknown, before: unknown])[] = []
  /** What the language that is set is called in the case: the app has names of its own. */
  #called: unknown
  #calledBefore: unknown

  constructor(first: unknown) {
    this.#called = first
    const input = {
      locale: localeOf([String(first)]),
      theme: "system",
      areAmountsHidden: false,
      saidOn: true,
    } as const
    this.#actor = createActor(quiet, { input }).start()
  }

  watch(): void {
    let seen = selectLocale(this.#actor.getSnapshot())
    const watching = this.#actor.subscribe((snapshot) => {
      const now = selectLocale(snapshot)
      if (now !== seen) this.#told.push([this.#called, this.#calledBefore])
      seen = now
    })
    this.#watching.push(watching)
  }

  /** The one that came last watches no longer. */
  unwatch(): void {
    this.#watching.pop()?.unsubscribe()
  }

  set(resolved: unknown): void {
    this.#calledBefore = this.#called
    this.#called = resolved
    this.#actor.send({ type: "startup.setLocale", locale: localeOf([String(resolved)]) })
  }

  /** Ends it, and says who was told what. */
  end(): Plain {
    this.#actor.stop()
    const [newLocale, oldLocale] = this.#told.at(-1) ?? [null, null]
    const calls = this.#told.length
    return { watched: this.#told, watcherCalls: calls, calls, newLocale, oldLocale }
  }
}
