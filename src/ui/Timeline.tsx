import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import { glyphCheck, glyphClose, Icon } from "./Icon.tsx"
import styles from "./Timeline.module.css"

export interface TimelineStep {
  readonly id: string
  readonly title: ReactNode
  /** Already formatted. */
  readonly time?: ReactNode | undefined
  readonly note?: ReactNode | undefined
  readonly state: "done" | "current" | "todo" | "failed"
}

/** Steps of a process in order: done, current, to do or failed. */
export const Timeline = ({ steps }: { readonly steps: readonly TimelineStep[] }) => {
  const intl = useIntl()
  return (
    <ol className={styles.timeline}>
      {steps.map((step) => (
        <li
          key={step.id}
          className={styles.step}
          data-state={step.state}
          aria-current={step.state === "current" ? "step" : undefined}
        >
          <span className={styles.mark}>
            {step.state === "done" ? <Icon glyph={glyphCheck} size={16} /> : null}
            {step.state === "failed" ? <Icon glyph={glyphClose} size={16} /> : null}
          </span>
          <span className={styles.words}>
            <span className={styles.title}>
              {step.title}
              <span className="visually-hidden">
                {" "}
                ({intl.formatMessage({ id: `ui.timeline.${step.state}` })})
              </span>
            </span>
            {step.time ? <span className={styles.time}>{step.time}</span> : null}
            {step.note ? <span className={styles.note}>{step.note}</span> : null}
          </span>
        </li>
      ))}
    </ol>
  )
}
