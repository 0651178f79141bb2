/** How a case puts a real part on the page, works it, and reads what happened. One file of this folder per thing that can be mounted. */
import type { ReactNode } from "react"
import type { Plain } from "../area.ts"

export interface Stage {
  readonly root: HTMLElement
  /** Draws with the product's styles and texts, in place of what was drawn before. */
  readonly show: (node: ReactNode) => void
  /** Writes down what happened; read back by `page.evaluate(() => window.harness.notes)`. */
  readonly note: (what: string, detail?: unknown) => void
}

/** What a case may have the mounted part do, by name; the argument and the answer are plain data. */
export type Controls = Readonly<Record<string, (argument: unknown) => unknown>>

/** What each file exports as `mount`. */
export type Mount = (stage: Stage, options: Plain) => Controls | Promise<Controls>

export interface Note {
  /** Milliseconds since the part was mounted. */
  readonly atMs: number
  readonly what: string
  readonly detail?: unknown
}

export interface HarnessWindow {
  /** Mounts browser/<name>.tsx. `options.locale` chooses the texts, English unless told. */
  readonly mount: (name: string, options: Plain) => Promise<void>
  readonly call: (name: string, argument?: unknown) => Promise<unknown>
  readonly notes: readonly Note[]
}

declare global {
  interface Window {
    harness: HarnessWindow
  }
}
