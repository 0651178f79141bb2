import { type ReactNode, useEffect, useRef } from "react"
import type { AnyMachineSnapshot } from "xstate"
import { focusedBeside } from "./any-window.ts"
import { type Change, stateChanges } from "./compare.ts"
import { useConsole } from "./console-context.tsx"
import { glyphBack } from "./glyphs.ts"
import jsonStyles from "./json.module.css"
import styles from "./panels.module.css"
import { Button } from "./parts.tsx"
import type { Json } from "./redact.ts"
import { useTexts } from "./texts.ts"

/** The looks of panels, for those of the app. */
export const panelStyles: Readonly<Record<string, string>> = styles

/** The button of the row with a key, or else the first control of the panel. */
const controlIn = (panel: Element | null | undefined, rowKey: string): HTMLElement | null | undefined =>
  panel?.querySelector<HTMLElement>(`[data-key="${CSS.escape(rowKey)}"] button`) ??
  panel?.querySelector<HTMLElement>("input, button")

/** True if the focused element was removed. */
const isFocusLost = (within: Element | null | undefined): boolean =>
  within !== null && within !== undefined && focusedBeside(within) === within.ownerDocument.body

export interface DetailHeadProps {
  readonly back: string
  readonly onBack: () => void
  /** Key of the row that opened the detail. */
  readonly rowKey: string
  /** Beside the back button. */
  readonly children?: ReactNode
}

/**
 * Head of a detail. The back button takes the focus; afterwards the row that opened the detail has
 * it again.
 */
export const DetailHead = ({ back, onBack, rowKey, children }: DetailHeadProps) => {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const panel = element.current?.closest("[role=tabpanel]")
    if (isFocusLost(panel)) element.current?.querySelector("button")?.focus({ preventScroll: true })
    return () => {
      // the list is mounted by the next task
      setTimeout(() => {
        if (isFocusLost(panel)) controlIn(panel, rowKey)?.focus({ preventScroll: true })
      })
    }
  }, [rowKey])
  return (
    <div ref={element} className={styles.detailHead}>
      <Button tone="quiet" size="small" glyph={glyphBack} onClick={onBack}>
        {back}
      </Button>
      {children}
    </div>
  )
}

const TEXT_MAX_CHARS = 12_000

const textOf = (value: Json): string => {
  const text = JSON.stringify(value, null, 2)
  return text.length > TEXT_MAX_CHARS ? `${text.slice(0, TEXT_MAX_CHARS)}\n…` : text
}

/** A value as JSON: redacted, at most `TEXT_MAX_CHARS` long. */
export const JsonText = ({ value, label }: { readonly value: unknown; readonly label: string }) => {
  const { redact } = useConsole()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls
    <section className={jsonStyles.json} aria-label={label} tabIndex={0}>
      <pre>{textOf(redact(value))}</pre>
    </section>
  )
}

const VALUE_MAX_CHARS = 200

const shortText = (value: Json | undefined): string =>
  (value === undefined ? "–" : JSON.stringify(value)).slice(0, VALUE_MAX_CHARS)

export const ChangeList = ({ changes }: { readonly changes: readonly Change[] }) => (
  <dl className={jsonStyles.changes}>
    {changes.map((change) => (
      <div key={change.path} className={jsonStyles.change}>
        <dt>{change.path}</dt>
        <dd>
          <del>{shortText(change.before)}</del>
          <ins>{shortText(change.after)}</ins>
        </dd>
      </div>
    ))}
  </dl>
)

export interface StateChangesProps {
  readonly before: AnyMachineSnapshot
  readonly after: AnyMachineSnapshot
}

export const StateChanges = ({ before, after }: StateChangesProps) => {
  const { text } = useTexts()
  const { redact } = useConsole()
  const changes = stateChanges(before, after, redact)
  if (changes.length === 0) return <p className={jsonStyles.quiet}>{text("no-changes")}</p>
  return <ChangeList changes={changes} />
}
