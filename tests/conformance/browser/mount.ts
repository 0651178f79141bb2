/** The interface between a case and a mounted component. Each file of this folder mounts one. */
import type { ReactNode } from "react"
import type { Plain } from "../area.ts"

export interface MountPoint {
  readonly root: HTMLElement
  /** Renders with the product's styles and texts, replacing the earlier render. */
  readonly show: (node: ReactNode) => void
  /** Records an event; read it with `page.evaluate(() => window.harness.notes)`. */
  readonly note: (what: string, detail?: unknown) => void
}

/** Named functions of the mounted component; arguments and results are plain data. */
export type Controls = Readonly<Record<string, (argument: unknown) => unknown>>

/** The `mount` export of each file. */
export type Mount = (stage: MountPoint, options: Plain) => Controls | Promise<Controls>

export interface Note {
  /** Milliseconds since the mount. */
  readonly atMs: number
  readonly what: string
  readonly detail?: unknown
}

export interface HarnessWindow {
  /** Mounts browser/<name>.tsx. `options.locale` chooses the texts; English by default. */
  readonly mount: (name: string, options: Plain) => Promise<void>
  readonly call: (name: string, argument?: unknown) => Promise<unknown>
  readonly notes: readonly Note[]
}

declare global {
  interface Window {
    harness: HarnessWindow
  }
}
