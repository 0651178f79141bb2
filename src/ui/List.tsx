import type { MouseEvent, ReactNode } from "react"
import { classes } from "./classes.ts"
import { type Glyph, glyphChevron } from "./glyphs-basic.ts"
import { Icon } from "./Icon.tsx"
import styles from "./List.module.css"
import { useLongPress } from "./useLongPress.ts"

export interface ListProps {
  readonly children: ReactNode
  /** Spoken name, where no heading says it. */
  readonly label?: string | undefined
}

/** Rows on one surface, parted by hairlines. */
export const List = ({ children, label }: ListProps) => (
  // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets
  <ul role="list" className={styles.list} aria-label={label}>
    {children}
  </ul>
)

export interface ListGroupProps {
  readonly title?: ReactNode | undefined
  /** At the right of the title: a link, a count. */
  readonly action?: ReactNode | undefined
  readonly footnote?: ReactNode | undefined
  readonly children: ReactNode
}

/** A titled part of a page: heading, content (a List, cards …), footnote. */
export const ListGroup = ({ title, action, footnote, children }: ListGroupProps) => (
  <section className={styles.group}>
    {title ? (
      <div className={styles.groupHead}>
        <h2 className={styles.groupTitle}>{title}</h2>
        {action}
      </div>
    ) : null}
    {children}
    {footnote ? <p className={styles.footnote}>{footnote}</p> : null}
  </section>
)

export interface ListRowProps {
  readonly title: ReactNode
  readonly subtitle?: ReactNode | undefined
  /** A glyph on a soft square, or anything of your own (an avatar, a TimeRing). */
  readonly glyph?: Glyph | undefined
  readonly leading?: ReactNode | undefined
  /** Between title and value: a Sparkline. */
  readonly middle?: ReactNode | undefined
  /** At the right: an Amount, a Badge, a count. */
  readonly value?: ReactNode | undefined
  /** Under the value. */
  readonly note?: ReactNode | undefined
  readonly onPress?: (() => void) | undefined
  /** A long press; offer the same by a control that can be seen. */
  readonly onHold?: (() => void) | undefined
  /** With it the row is a link; a plain tap still goes to `onPress`. */
  readonly href?: string | undefined
  /** A chevron is shown on rows that lead somewhere unless this is false. */
  readonly chevron?: boolean | undefined
  readonly tone?: "plain" | "danger" | undefined
  /** The row whose detail is open beside the list. */
  readonly current?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** Controls of their own after the row (a star); not part of the row's tap. */
  readonly trailing?: ReactNode | undefined
}

const RowContent = (props: ListRowProps & { readonly leads: boolean }) => (
  <>
    {props.glyph ? (
      <span className={styles.glyph}>
        <Icon glyph={props.glyph} size={20} />
      </span>
    ) : null}
    {props.leading}
    <span className={styles.content}>
      <span className={styles.words}>
        <span className={styles.title}>{props.title}</span>
        {props.subtitle ? <span className={styles.subtitle}>{props.subtitle}</span> : null}
      </span>
      {props.middle ? <span className={styles.middle}>{props.middle}</span> : null}
      {props.value || props.note ? (
        <span className={styles.values}>
          <span className={styles.value}>{props.value}</span>
          {props.note ? <span className={styles.note}>{props.note}</span> : null}
        </span>
      ) : null}
    </span>
    {props.leads ? <Icon glyph={glyphChevron} size={16} className={styles.chevron} /> : null}
  </>
)

/** The row without its `<li>`, for VirtualList. */
export const Row = (props: ListRowProps) => {
  const { onPress, href, tone, current, disabled } = props
  const hold = useLongPress(props.onHold)
  const acts = onPress !== undefined || href !== undefined
  const name = classes(styles.row, acts && styles.pressable, tone === "danger" && styles.danger)
  const content = <RowContent {...props} leads={acts && props.chevron !== false} />
  const follow = (event: MouseEvent) => {
    if (!onPress || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onPress()
  }
  const face = () => {
    if (href !== undefined)
      return (
        <a {...hold} href={href} className={name} aria-current={current || undefined} onClick={follow}>
          {content}
        </a>
      )
    if (onPress)
      return (
        <button
          {...hold}
          type="button"
          className={name}
          disabled={disabled}
          aria-current={current || undefined}
          onClick={onPress}
        >
          {content}
        </button>
      )
    return (
      <div {...hold} className={name}>
        {content}
      </div>
    )
  }
  return props.trailing ? (
    <div className={styles.withTrailing}>
      {face()}
      {props.trailing}
    </div>
  ) : (
    face()
  )
}

/** One line of a List, 56 to 64 px high and higher when words wrap. */
export const ListRow = (props: ListRowProps) => (
  <li className={styles.item}>
    <Row {...props} />
  </li>
)
