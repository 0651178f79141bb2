import { type HTMLInputAutoCompleteAttribute, type ReactNode, type Ref, useId, useState } from "react"
import { useIntl } from "react-intl"
import { INPUT_MAX_LENGTH } from "../domain/limits.ts"
import { classes } from "./classes.ts"
import styles from "./Field.module.css"
import { FieldFrame, messageIdsOf } from "./FieldFrame.tsx"
import { glyphEye, glyphEyeOff } from "./glyphs-basic.ts"
import { IconButton } from "./IconButton.tsx"

export interface FieldProps {
  readonly label: ReactNode
  readonly value: string
  /** Receives the text exactly as typed. */
  readonly onChange: (value: string) => void
  readonly onBlur?: (() => void) | undefined
  readonly hint?: ReactNode | undefined
  /** Announced, and linked to the input by `aria-describedby`. */
  readonly error?: ReactNode | undefined
  readonly kind?: "text" | "password" | "decimal" | "digits" | "search" | "email" | "multiline" | undefined
  /** Shown before the text, as "₦". */
  readonly prefix?: ReactNode | undefined
  readonly suffix?: ReactNode | undefined
  readonly placeholder?: string | undefined
  readonly name?: string | undefined
  readonly id?: string | undefined
  readonly autoComplete?: HTMLInputAutoCompleteAttribute | undefined
  /** 140 by default. */
  readonly maxLength?: number | undefined
  /** Large digits, for the main amount of a page. */
  readonly large?: boolean | undefined
  readonly hideLabel?: boolean | undefined
  readonly enterKeyHint?: "done" | "go" | "next" | "search" | "send" | undefined
  readonly autoFocus?: boolean | undefined
  readonly ref?: Ref<HTMLInputElement & HTMLTextAreaElement> | undefined
}

const modes: Readonly<Record<string, "decimal" | "numeric" | "email" | "search">> = {
  decimal: "decimal",
  digits: "numeric",
  email: "email",
  search: "search",
}
const plainKinds = new Set(["password", "email", "decimal", "digits"])

const typeOf = (kind: NonNullable<FieldProps["kind"]>, revealed: boolean): string => {
  if (kind === "password") return revealed ? "text" : "password"
  return kind === "email" || kind === "search" ? kind : "text"
}

const Reveal = ({ shown, onToggle }: { readonly shown: boolean; readonly onToggle: () => void }) => {
  const intl = useIntl()
  return (
    <IconButton
      glyph={shown ? glyphEyeOff : glyphEye}
      label={intl.formatMessage({ id: shown ? "ui.password.hide" : "ui.password.show" })}
      onClick={onToggle}
    />
  )
}

/**
 * A labelled text field, controlled by its parent. It works with password managers, paste and the
 * fitting keyboard.
 */
export const Field = (props: FieldProps) => {
  const { kind = "text", value, maxLength = INPUT_MAX_LENGTH } = props
  const [revealed, setRevealed] = useState(false)
  const generated = useId()
  const id = props.id ?? generated
  const plain = plainKinds.has(kind) || props.autoComplete === "username"
  const shared = {
    id,
    ref: props.ref,
    name: props.name,
    value,
    maxLength,
    className: classes(styles.input, kind === "multiline" && styles.multiline),
    placeholder: props.placeholder,
    autoComplete: props.autoComplete ?? (kind === "password" ? undefined : "off"),
    autoCapitalize: plain ? "none" : undefined,
    spellCheck: plain ? false : undefined,
    enterKeyHint: props.enterKeyHint,
    inputMode: modes[kind],
    "data-autofocus": props.autoFocus || undefined,
    "aria-invalid": props.error ? true : undefined,
    "aria-describedby": messageIdsOf(id, props),
    onBlur: props.onBlur,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      props.onChange(event.currentTarget.value),
  }
  return (
    <FieldFrame {...props} id={id}>
      <span className={classes(styles.box, props.large && styles.large)}>
        {props.prefix ? <span className={styles.affix}>{props.prefix}</span> : null}
        {kind === "multiline" ? (
          <textarea rows={3} {...shared} />
        ) : (
          <input type={typeOf(kind, revealed)} {...shared} />
        )}
        {props.suffix ? <span className={styles.affix}>{props.suffix}</span> : null}
        {kind === "password" ? <Reveal shown={revealed} onToggle={() => setRevealed(!revealed)} /> : null}
      </span>
    </FieldFrame>
  )
}
