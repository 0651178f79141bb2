/**
 * A chart with its layout, as plain data. A project makes it when it is built and the console renders
 * it, so the app contains no layout engine. `Box.state`, `Arrow.transitions` and
 * `Line.transition` hold the ids of the chart.
 */

/** In pixels, from the top left corner of the drawing. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** A line of text: `strong` for an event or a state, `quiet` for guards and actions. */
export interface Line {
  readonly text: string
  readonly tone: "strong" | "quiet"
  /** Baseline. */
  readonly at: Point
  /** Id of the transition that the line describes, or null. */
  readonly transition: string | null
  /** Its description in the machine; "" if there is none. */
  readonly title: string
}

export interface Box {
  /** Its id in the chart. */
  readonly state: string
  readonly kind: "atomic" | "compound" | "parallel" | "final" | "history"
  /** True for a region of a parallel state. */
  readonly isRegion: boolean
  readonly at: Point
  readonly width: number
  readonly height: number
  /** Height of the title; a line separates it from content below. */
  readonly head: number
  readonly title: string
  readonly description: string
  readonly lines: readonly Line[]
}

/** One or several transitions from one state to another. */
export interface Arrow {
  readonly transitions: readonly string[]
  readonly source: string
  readonly target: string
  readonly points: readonly Point[]
  /** Position of its text; null for an arrow to an initial state. */
  readonly label: { readonly at: Point; readonly width: number; readonly height: number } | null
  readonly lines: readonly Line[]
}

export interface Drawing {
  readonly machine: string
  readonly description: string
  readonly width: number
  readonly height: number
  /** Outer boxes before those inside them. */
  readonly boxes: readonly Box[]
  readonly arrows: readonly Arrow[]
  /** Initial-state dots of compound states. */
  readonly dots: readonly Point[]
}
