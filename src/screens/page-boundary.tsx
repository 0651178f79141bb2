import { Component, type ReactNode } from "react"

export interface PageBoundaryProps {
  readonly children: ReactNode
  /** Before the page is drawn again. */
  readonly onRetry: () => void
  /** What is shown instead of the page. */
  readonly broken: (onRetry: () => void) => ReactNode
}

/** Keeps a fault of one page to that page: it says so, and a tap draws it anew in place. The stack and what was typed elsewhere stay. */
export class PageBoundary extends Component<PageBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    reportError(error)
  }

  retry = () => {
    this.props.onRetry()
    this.setState({ failed: false })
  }

  override render() {
    return this.state.failed ? this.props.broken(this.retry) : this.props.children
  }
}
