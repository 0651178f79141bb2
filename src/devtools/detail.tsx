import { type ReactNode, useEffect, useRef } from "react"
import { useIntl } from "react-intl"
import type { AnyMachineSnapshot } from "xstate"
import { isSame } from "../domain/operation.ts"
import { type Json, redact } from "../journal/redact.ts"
import { Button } from "../ui/Button.tsx"
import { glyphBack } from "../ui/Icon.tsx"
import jsonStyles from "./json.module.css"
import styles from "./panels.module.css"
import { redactedState } from "./state-hash.ts"

/** The button of the row with a key, or else the first control of the panel. */
const controlIn = (panel: Element | null | undefined, rowKey: string): HTMLElement | null | undefined =>
  panel?.querySelector<HTMLElement>(`[data-key="${CSS.escape(rowKey)}"] button`) ??
  panel?.querySelector<HTMLElement>("input, button")

/** True if the focused element was removed. */
const isFocusLost = (): boolean => document.activeElement === document.body

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
    if (isFocusLost()) element.current?.querySelector("button")?.focus({ preventScroll: true })
    return () => {
      // the list is mounted by the next task
      setTimeout(() => {
        if (isFocusLost()) controlIn(panel, rowKey)?.focus({ preventScroll: true })
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

/** A value as JSON: redacted like the journal, at most `TEXT_MAX_CHARS` long. */
export const JsonText = ({ value, label }: { readonly value: unknown; readonly label: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls
  <section className={jsonStyles.json} aria-label={label} tabIndex={0}>
    <pre>{textOf(redact(value))}</pre>
  </section>
)

// What changed between two snapshots, field by field.

interface Change {
  /** "draft.stake", "toasts.0.text". */
  readonly path: string
  /** Undefined if the field is missing. */
  readonly before: Json | undefined
  readonly after: Json | undefined
}

const CHANGE_LIMIT = 100
const VALUE_MAX_CHARS = 200

type Branch = { readonly [name: string]: Json } | readonly Json[]

const isBranch = (value: Json | undefined): value is Branch => typeof value === "object" && value !== null

const childOf = (value: Json | undefined, name: string): Json | undefined =>
  isBranch(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

/** The innermost fields that differ; at most `CHANGE_LIMIT`. */
const changesBetween = (before: Json | undefined, after: Json | undefined, path = ""): readonly Change[] => {
  if (isSame(before, after)) return []
  if (!isBranch(before) || !isBranch(after)) return [{ path, before, after }]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .flatMap((name) =>
      changesBetween(childOf(before, name), childOf(after, name), path === "" ? name : `${path}.${name}`),
    )
    .slice(0, CHANGE_LIMIT)
}

const shortText = (value: Json | undefined): string =>
  (value === undefined ? "–" : JSON.stringify(value)).slice(0, VALUE_MAX_CHARS)

export interface StateChangesProps {
  readonly before: AnyMachineSnapshot
  readonly after: AnyMachineSnapshot
}

/** The changed fields, redacted. */
export const StateChanges = ({ before, after }: StateChangesProps) => {
  const intl = useIntl()
  const changes = before === after ? [] : changesBetween(redactedState(before), redactedState(after))
  if (changes.length === 0)
    return <p className={jsonStyles.quiet}>{intl.formatMessage({ id: "inspect.no-changes" })}</p>
  return (
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
}
