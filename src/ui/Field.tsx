import {
  type HTMLInputAutoCompleteAttribute,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from "react"
import { useIntl } from "react-intl"
import { INPUT_MAX_LENGTH } from "../domain/limits.ts"
import { IconButton } from "./Button.tsx"
import { classes } from "./classes.ts"
import styles from "./Field.module.css"
import { glyphAlert, glyphEye, glyphEyeOff, Icon } from "./Icon.tsx"

export interface FieldProps {
  readonly label: ReactNode
  readonly value: string
  /** Receives the text exactly as typed. */
  readonly onChange: (value: string) => void
  readonly onBlur?: (() => void) | undefined
  readonly hint?: ReactNode | undefined
  /** Announced, and linked to the input by `aria-describedby`. */
  readonly error?: ReactNode | undefined
  readonly kind?:
    | "text"
    | "password"
    | "decimal"
    | "digits"
    | "search"
    | "email"
    | "date"
    | "multiline"
    | undefined
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
  return kind === "email" || kind === "search" || kind === "date" ? kind : "text"
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
 * Calls back at once, or after the click if a press elsewhere has taken the focus: a message that
 * appears before the release would move what is pressed away from the finger.
 */
const afterPress = (callback: (() => void) | undefined): void => {
  if (callback === undefined) return
  if (document.querySelector(":active") === null) {
    callback()
    return
  }
  const over = new AbortController()
  const { signal } = over
  const end = () => {
    over.abort()
    // the click follows in the task of the release
    setTimeout(callback)
  }
  for (const type of ["mouseup", "dragend"]) addEventListener(type, end, { signal, capture: true })
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
  const plain = plainKinds.has(kind) || props.autoComplete?.startsWith("username")
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
    onBlur: () => afterPress(props.onBlur),
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

interface Messages {
  readonly hint?: ReactNode | undefined
  readonly error?: ReactNode | undefined
}

/** The ids of the messages under a field, for `aria-describedby`. */
export const messageIdsOf = (id: string, { hint, error }: Messages): string | undefined =>
  [error ? `${id}-error` : "", hint ? `${id}-hint` : ""].filter(Boolean).join(" ") || undefined

export interface FieldFrameProps extends Messages {
  readonly id: string
  readonly label: ReactNode
  readonly hideLabel?: boolean | undefined
  readonly children: ReactNode
}

/** Layout of a field: label, control, error, hint. */
export const FieldFrame = ({ id, label, hideLabel, hint, error, children }: FieldFrameProps) => (
  <div className={styles.field} data-invalid={error ? true : undefined}>
    <label htmlFor={id} className={hideLabel ? "visually-hidden" : styles.label}>
      {label}
    </label>
    {children}
    <FieldProblem id={`${id}-error`} className={styles.error}>
      {error}
    </FieldProblem>
    {hint ? (
      <div id={`${id}-hint`} className={styles.hint}>
        {hint}
      </div>
    ) : null}
  </div>
)

export interface FieldProblemProps {
  /** The control's `aria-describedby` refers to this id. */
  readonly id: string
  /** Class of the visible message. */
  readonly className: string | undefined
  readonly children: ReactNode
}

/** By then a refused form has moved the focus to its first problem, also after a slow tap. */
const FOCUSED_AFTER_MS = 500

const isDescribed = (element: Element | null, id: string): boolean =>
  element?.closest(`[aria-describedby~="${id}"]`) != null

/**
 * The error of a control, shown under it and announced once: with the control if the control takes
 * the focus, else by a live region. An error that exists on the first render is not announced.
 */
export const FieldProblem = ({ id, className, children }: FieldProblemProps) => {
  const shown = useRef<HTMLDivElement>(null)
  const known = useRef<string>(undefined)
  const [announced, setAnnounced] = useState("")
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is read from the rendered element
  useEffect(() => {
    const text = shown.current?.textContent ?? ""
    const isNew = known.current !== undefined && known.current !== text
    known.current = text
    if (!isNew) return
    const before = document.activeElement
    const timer = setTimeout(() => {
      const hasMoved = document.activeElement !== before
      setAnnounced(hasMoved && isDescribed(document.activeElement, id) ? "" : text)
    }, FOCUSED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [id, children])
  return (
    <>
      <div ref={shown} id={id} className={children ? className : undefined}>
        {children ? (
          <>
            <Icon glyph={glyphAlert} size={16} />
            <span>{children}</span>
          </>
        ) : null}
      </div>
      <div className="visually-hidden" role="status">
        {announced}
      </div>
    </>
  )
}
