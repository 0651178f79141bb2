import "react"

declare module "react" {
  /** Custom properties that components hand to their style sheets. */
  interface CSSProperties {
    readonly [name: `--${string}`]: string | number | undefined
  }
}
