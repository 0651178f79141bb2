import { Component, type ReactNode, Suspense } from "react"

export interface LateBoundaryProps {
  readonly children: ReactNode
  /** The code did not come, or failed. */
  readonly onFail: () => void
  /** What then stands in; nothing unless told. */
  readonly instead?: ReactNode
  /** What keeps the place until the code is there; nothing unless told. */
  readonly meanwhile?: ReactNode
}

/** For small things whose code comes when they are needed: unless told otherwise nothing is shown until then, and nothing when it does not come. */
export class LateBoundary extends Component<LateBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    reportError(error)
    this.props.onFail()
  }

  override render() {
    return this.state.failed ? (
      (this.props.instead ?? null)
    ) : (
      <Suspense fallback={this.props.meanwhile}>{this.props.children}</Suspense>
    )
  }
}
