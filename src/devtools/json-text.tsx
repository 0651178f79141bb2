import { type Json, redact } from "../journal/redact.ts"
import styles from "./json.module.css"

const TEXT_MAX_CHARS = 12_000

const textOf = (value: Json): string => {
  const text = JSON.stringify(value, null, 2)
  return text.length > TEXT_MAX_CHARS ? `${text.slice(0, TEXT_MAX_CHARS)}\n…` : text
}

/** A value as JSON: redacted like the journal, at most `TEXT_MAX_CHARS` long. */
export const JsonText = ({ value, label }: { readonly value: unknown; readonly label: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls
  <section className={styles.json} aria-label={label} tabIndex={0}>
    <pre>{textOf(redact(value))}</pre>
  </section>
)
