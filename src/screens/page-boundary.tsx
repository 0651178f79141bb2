import { Component, type ReactNode } from "react"
import { Page } from "../ui/Page.tsx"
import { ErrorState } from "../ui/StateView.tsx"

export interface PageBoundaryProps {
  readonly children: ReactNode
  /** Before the page is drawn again. */
  readonly onRetry: () => void
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
    if (!this.state.failed) return this.props.children
    return (
      <Page centred width="form">
        <ErrorState onAction={this.retry} />
      </Page>
    )
  }
}
