import { Component, type ReactNode, Suspense } from "react"

export interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** Another key resets the boundary. */
  readonly resetKey?: string | undefined
  readonly onError?: (() => void) | undefined
  /** Replaces the children after an error; `retry` renders them again. */
  readonly fallback: (retry: () => void) => ReactNode
}

interface State {
  readonly failed: boolean
  readonly resetKey: string | undefined
}

/** Catches what its children throw and reports it to the browser. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: State) {
    return resetKey === state.resetKey ? null : { failed: false, resetKey }
  }

  override componentDidCatch(error: unknown) {
    reportError(error)
    this.props.onError?.()
  }

  retry = () => this.setState({ failed: false })

  override render() {
    return this.state.failed ? this.props.fallback(this.retry) : this.props.children
  }
}

export interface LazyBoundaryProps {
  readonly children: ReactNode
  /** Called when the code cannot be loaded, or throws. */
  readonly onFail: () => void
  /** Shown after a failure; nothing by default. */
  readonly fallback?: ReactNode
  /** Shown while the code loads; nothing by default. */
  readonly pending?: ReactNode
}

/** For parts of a page whose code loads on demand. */
export const LazyBoundary = ({ children, onFail, fallback = null, pending }: LazyBoundaryProps) => (
  <ErrorBoundary onError={onFail} fallback={() => fallback}>
    <Suspense fallback={pending}>{children}</Suspense>
  </ErrorBoundary>
)
