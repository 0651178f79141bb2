/**
 * A chart with every place worked out, as plain data: what `npm run machines` writes into src/devtools/drawings/NAME.json and draws as docs/machines/NAME.svg. The
 * console draws the same from it, and lights a state by `Box.state` and a transition by the ids in `Arrow.transitions` and `Line.transition` (`transitionId` of
 * chart.ts). The layout was made when the file was written: no layout engine is in the app.
 */

/** Pixels, from the drawing's left upper corner. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** One line of text. `strong` is an event or a state, `quiet` what it asks and does. */
export interface Line {
  readonly text: string
  readonly tone: "strong" | "quiet"
  /** Baseline. */
  readonly at: Point
  /** The transition that the line is about, or null. */
  readonly transition: string | null
  /** What the machine says about it; "" where it says nothing. */
  readonly title: string
}

/** A state. */
export interface Box {
  /** Its id in the chart. */
  readonly state: string
  readonly kind: "atomic" | "compound" | "parallel" | "final" | "history"
  /** True where it stands beside others that are active with it. */
  readonly isRegion: boolean
  readonly at: Point
  readonly width: number
  readonly height: number
  /** Height of the title; a line is drawn under it where anything is below. */
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
  /** Where its words stand; null where it needs none (the way to the first state). */
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
  /** Where a state with states inside begins. */
  readonly dots: readonly Point[]
}
