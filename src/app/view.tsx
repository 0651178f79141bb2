/** Renders the app over the shell of the document. Loaded while the first script starts the machines. */
import { type ComponentProps, type ReactNode, StrictMode, startTransition, useLayoutEffect } from "react"
import { flushSync } from "react-dom"
import { createRoot } from "react-dom/client"
import { RuntimeProvider } from "../runtime/hooks/runtime-context.tsx"
import { Frame } from "./frame.tsx"
import { captureShell, followShell, restoreShellState } from "./shell-handover.ts"
import { loadTexts } from "./texts.ts"
import { type FirstTexts, TextsProvider } from "./texts-provider.tsx"

type Runtime = ComponentProps<typeof RuntimeProvider>["runtime"]

interface ShownProps {
  /** Called once, before the first page is painted. */
  readonly onShown: () => void
  readonly children: ReactNode
}

const Shown = ({ onShown, children }: ShownProps) => {
  useLayoutEffect(onShown, [onShown])
  return children
}

/** What the app shows with a runtime. */
export const drawApp = (runtime: Runtime, first: FirstTexts): ReactNode => (
  <RuntimeProvider runtime={runtime}>
    <TextsProvider first={first} load={loadTexts}>
      <Frame />
    </TextsProvider>
  </RuntimeProvider>
)

/** A member's page is rendered in slices that yield to input, a visitor's at once. */
export const renderApp = (
  element: HTMLElement,
  app: ReactNode,
  isMember: boolean,
  onShown: () => void,
): void => {
  const root = createRoot(element)
  const render = (page: ReactNode) => root.render(<StrictMode>{page}</StrictMode>)
  if (isMember) {
    const moveState = followShell(element)
    const onCommit = () => {
      moveState()
      onShown()
    }
    startTransition(() => render(<Shown onShown={onCommit}>{app}</Shown>))
  } else {
    onShown()
    const shellState = captureShell(element)
    flushSync(() => render(app))
    restoreShellState(element, shellState)
  }
}
