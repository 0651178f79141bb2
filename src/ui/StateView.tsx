import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react"
import { useIntl } from "react-intl"
import { Button } from "./Button.tsx"
import type { Glyph } from "./Icon.tsx"
import styles from "./StateView.module.css"

export interface StateViewProps {
  /** One sentence. */
  readonly text?: ReactNode | undefined
  readonly actionLabel?: ReactNode | undefined
  readonly onAction?: (() => void) | undefined
  readonly busy?: boolean | undefined
}

interface FramedProps extends StateViewProps {
  readonly drawing: ReactNode
  readonly role?: "alert" | undefined
}

const StateView = ({ drawing, text, actionLabel, onAction, busy, role }: FramedProps) => {
  const element = useFocusHandover()
  return (
    <div ref={element} className={styles.state} role={role}>
      <svg className={styles.drawing} viewBox="0 0 120 80" fill="none" aria-hidden="true" focusable="false">
        {drawing}
      </svg>
      <p className={styles.text}>{text}</p>
      {onAction ? (
        <Button tone="secondary" busy={busy} onClick={onAction}>
          {actionLabel}
        </Button>
      ) : null}
    </div>
  )
}

interface EmptyStateProps extends StateViewProps {
  /** Stands for what the list would hold. */
  readonly glyph: Glyph
  readonly text: ReactNode
}

/** An empty list: says what it would hold, and offers the first step. */
export const EmptyState = ({ glyph, ...rest }: EmptyStateProps) => (
  <StateView
    {...rest}
    drawing={
      <>
        <path className={styles.faint} d="M22 66h76" />
        <path
          className={styles.accent}
          transform="translate(36 10) scale(2)"
          vectorEffect="non-scaling-stroke"
          d={glyph}
        />
      </>
    }
  />
)

/** An error that the member can retry. */
export const ErrorState = ({ text, actionLabel, ...rest }: StateViewProps) => {
  const intl = useIntl()
  return (
    <StateView
      {...rest}
      role="alert"
      text={text ?? intl.formatMessage({ id: "ui.error.text" })}
      actionLabel={actionLabel ?? intl.formatMessage({ id: "ui.retry" })}
      drawing={
        <>
          <path className={styles.faint} d="M22 66h76" />
          <path d="M47 46l-7 7a10 10 0 0 1-14-14l9-9a10 10 0 0 1 14 0M73 42l7-7a10 10 0 0 1 14 14l-9 9a10 10 0 0 1-14 0" />
          <path className={styles.accent} d="M60 24v9M51 27l4 7M69 27l-4 7M60 60v-6" />
        </>
      }
    />
  )
}

/** No network: the content may be outdated, and the app retries by itself. */
export const OfflineState = ({ text, actionLabel, ...rest }: StateViewProps) => {
  const intl = useIntl()
  return (
    <StateView
      {...rest}
      text={text ?? intl.formatMessage({ id: "ui.offline.text" })}
      actionLabel={actionLabel ?? intl.formatMessage({ id: "ui.retry" })}
      drawing={
        <>
          <path className={styles.faint} d="M22 66h76" />
          <path d="M60 66V42M52 66h16M54 42a6 6 0 1 1 12 0 6 6 0 0 1-12 0z" />
          <path
            className={styles.faint}
            d="M46 50a16 16 0 0 1 0-17M74 50a16 16 0 0 0 0-17M38 56a27 27 0 0 1 0-30M82 56a27 27 0 0 0 0-30"
          />
          <path className={styles.accent} d="M36 18l48 46" />
        </>
      }
    />
  )
}

/**
 * Moves the focus to the enclosing page or dialog when an element that holds it unmounts, for example an error with a retry
 * button. Without it the focus would fall back to the top of the document.
 */
export const useFocusHandover = (): RefObject<HTMLDivElement | null> => {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const shown = element.current
    return () => {
      if (shown?.contains(document.activeElement))
        shown.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
    }
  }, [])
  return element
}
