import type { ReactNode } from "react"
import styles from "./ActionSheet.module.css"
import { classes } from "./classes.ts"
import { glyphCheck } from "./glyphs-basic.ts"
import { Icon } from "./Icon.tsx"
import { Sheet } from "./Sheet.tsx"

export interface SheetAction {
  readonly id: string
  readonly label: ReactNode
  readonly tone?: "plain" | "danger" | undefined
  /** True for the current choice (language, theme). */
  readonly chosen?: boolean | undefined
  /** Language of the label if it differs from that of the page ("日本語"). */
  readonly lang?: string | undefined
}

export interface ActionSheetProps {
  readonly open: boolean
  readonly title: ReactNode
  readonly actions: readonly SheetAction[]
  readonly onPick: (id: string) => void
  readonly onClose: () => void
}

/** A sheet with a few actions or choices. The current choice has a tick. */
export const ActionSheet = ({ open, title, actions, onPick, onClose }: ActionSheetProps) => (
  <Sheet open={open} onClose={onClose} title={title}>
    <ul className={styles.actions}>
      {actions.map((action) => (
        <li key={action.id}>
          <button
            type="button"
            lang={action.lang}
            aria-current={action.chosen || undefined}
            className={classes(styles.action, action.tone === "danger" && styles.danger)}
            onClick={() => onPick(action.id)}
          >
            <span className={styles.text}>{action.label}</span>
            {action.chosen ? <Icon glyph={glyphCheck} size={20} className={styles.tick} /> : null}
          </button>
        </li>
      ))}
    </ul>
  </Sheet>
)
