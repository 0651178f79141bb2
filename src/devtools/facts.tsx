/** States and events as text: redacted as the journal is, and never longer than somebody reads. */
import { useIntl } from "react-intl"
import { type Json, redact } from "../journal/redact.ts"
import type { Change } from "./difference.ts"
import styles from "./facts.module.css"

const TEXT_MAX_CHARS = 12_000

const textOf = (value: Json): string => {
  const text = JSON.stringify(value, null, 2)
  return text.length > TEXT_MAX_CHARS ? `${text.slice(0, TEXT_MAX_CHARS)}\n…` : text
}

/** Anything, as JSON. */
export const JsonText = ({ value, label }: { readonly value: unknown; readonly label: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
  <section className={styles.json} aria-label={label} tabIndex={0}>
    <pre>{textOf(redact(value))}</pre>
  </section>
)

const shortOf = (value: Json | undefined): string =>
  (value === undefined ? "–" : JSON.stringify(value)).slice(0, 200)

/** The fields that changed, each with what it was and what it is. */
export const Changes = ({ changes }: { readonly changes: readonly Change[] }) => {
  const intl = useIntl()
  if (changes.length === 0)
    return <p className={styles.quiet}>{intl.formatMessage({ id: "inspect.no-changes" })}</p>
  return (
    <dl className={styles.changes}>
      {changes.map(({ path, before, after }) => (
        <div key={path} className={styles.change}>
          <dt>{path}</dt>
          <dd>
            <del>{shortOf(before)}</del>
            <ins>{shortOf(after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
