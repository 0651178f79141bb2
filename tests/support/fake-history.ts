import type { HistoryMark } from "../../src/events/navigation.ts"
import type { HistoryPort } from "../../src/navigation/history.ts"

interface Place {
  readonly state: unknown
  readonly url: string
}

/**
 * A browser's history in memory: going is asynchronous and does nothing at either end, as in a
 * browser.
 */
export class FakeHistory implements HistoryPort {
  readonly #listeners = new Set<() => void>()
  #places: Place[]
  #index = 0

  constructor(url: string, state: unknown = null) {
    this.#places = [{ state, url }]
  }

  /** How often the document was asked to load again. */
  reloads = 0

  get length(): number {
    return this.#places.length
  }

  get #here(): Place {
    const place = this.#places[this.#index]
    if (!place) throw new Error("the history is nowhere")
    return place
  }

  readonly state = (): unknown => this.#here.state
  readonly url = (): string => this.#here.url

  readonly push = (mark: HistoryMark | null, url: string): void => {
    this.#places = [...this.#places.slice(0, this.#index + 1), { state: mark, url }]
    this.#index += 1
  }

  readonly replace = (mark: HistoryMark, url: string): void => {
    this.#places = this.#places.with(this.#index, { state: mark, url })
  }

  readonly rewrite = (url: string): void => {
    this.#places = this.#places.with(this.#index, { state: this.#here.state, url })
  }

  readonly go = (steps: number): void => {
    if (steps === 0) this.reloads += 1
    setTimeout(() => {
      const target = this.#index + steps
      if (target < 0 || target >= this.#places.length) return
      this.#index = target
      for (const listener of [...this.#listeners]) listener()
    }, 0)
  }

  readonly onPop = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }
}
