import { Component, type ReactNode } from "react"
import styles from "./panels.module.css"
import { Button } from "./parts.tsx"
import { useTexts } from "./texts.ts"

const Failed = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => {
  const { text } = useTexts()
  const words = error instanceof Error ? error.message : String(error)
  return (
    <div role="alert" className={styles.detail}>
      <p>{text("failed", { words })}</p>
      <Button size="small" onClick={onRetry}>
        {text("try-again")}
      </Button>
    </div>
  )
}

/** Shows an error in place of a panel; the others go on. */
export class PanelBoundary extends Component<{ readonly children: ReactNode }> {
  override state: { readonly failure: { readonly error: unknown } | null } = { failure: null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    if (failure === null) return this.props.children
    return <Failed error={failure.error} onRetry={() => this.setState({ failure: null })} />
  }
}
