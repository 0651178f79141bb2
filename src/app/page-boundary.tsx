import { Component, type ReactNode } from "react"

export interface PageBoundaryProps {
  readonly children: ReactNode
  /** A page that failed under another id, drawn ahead, is drawn anew. */
  readonly pageId: string
  /** Before the page is drawn again. */
  readonly onRetry: () => void
  /** What is shown instead of the page. */
  readonly broken: (onRetry: () => void) => ReactNode
}

interface State {
  readonly failed: boolean
  readonly pageId: string
}

/** Keeps a fault of one page to that page: it says so, and a tap draws it anew in place. The stack and what was typed elsewhere stay. */
export class PageBoundary extends Component<PageBoundaryProps, State> {
  override state: State = { failed: false, pageId: this.props.pageId }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  static getDerivedStateFromProps({ pageId }: PageBoundaryProps, state: State) {
    return pageId === state.pageId ? null : { failed: false, pageId }
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
