import { createContext, type MouseEvent, type ReactNode, useContext } from "react"
import { classes } from "./classes.ts"
import { type Glyph, glyphChevron, Icon } from "./Icon.tsx"
import styles from "./List.module.css"
import { isPlainClick } from "./TextLink.tsx"
import { useLongPress } from "./use-long-press.ts"

export interface ListProps {
  readonly children: ReactNode
  /** Accessible name; needed if no heading names the list. */
  readonly label?: string | undefined
}

/** Rows on one surface, separated by hairlines. */
export const List = ({ children, label }: ListProps) => (
  // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets
  <ul role="list" className={styles.list} aria-label={label}>
    {children}
  </ul>
)

export interface ListGroupProps {
  readonly title?: ReactNode | undefined
  /** Right of the title: a link or a count. */
  readonly action?: ReactNode | undefined
  readonly footnote?: ReactNode | undefined
  readonly children: ReactNode
}

/** A section of a page: heading, content (a List, cards …), footnote. */
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
  /** Shown on a tinted square. For anything else (an avatar, a TimeRing) use `leading`. */
  readonly glyph?: Glyph | undefined
  readonly leading?: ReactNode | undefined
  /** At the end of the row: an Amount, a Badge, a count. */
  readonly value?: ReactNode | undefined
  /** Shown under the value. */
  readonly note?: ReactNode | undefined
  readonly onPress?: (() => void) | undefined
  /** Called on a long press. A visible control must offer the same. */
  readonly onHold?: (() => void) | undefined
  /** Makes the row a link. A plain click still calls `onPress`. */
  readonly href?: string | undefined
  /** The link opens another site in a new window that has no access to this one. */
  readonly external?: boolean | undefined
  /** Rows with `onPress` or `href` show a chevron unless this is false. */
  readonly chevron?: boolean | undefined
  readonly tone?: "plain" | "danger" | undefined
  /** True for the row whose detail is open beside the list. */
  readonly current?: boolean | undefined
  /** Separate controls after the row (a star), outside its click area. */
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

/** A row without its `<li>`, for VirtualList. */
export const Row = (props: ListRowProps) => {
  const { onPress, href, external, tone, current } = props
  const hold = useLongPress(props.onHold)
  const acts = onPress !== undefined || href !== undefined
  const name = classes(styles.row, acts && styles.pressable, tone === "danger" && styles.danger)
  const content = <RowContent {...props} leads={acts && props.chevron !== false} />
  const follow = (event: MouseEvent) => {
    if (!onPress || !isPlainClick(event)) return
    event.preventDefault()
    onPress()
  }
  const face = () => {
    if (href !== undefined)
      return (
        <a
          {...hold}
          href={href}
          target={external ? "_blank" : undefined}
          rel={external ? "noopener noreferrer" : undefined}
          className={name}
          aria-current={current || undefined}
          onClick={follow}
        >
          {content}
        </a>
      )
    if (onPress)
      return (
        <button
          {...hold}
          type="button"
          className={name}
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

/** True inside a list that makes the `<li>` of a row itself. */
export const InVirtualList = createContext(false)

/** One row of a List, 56 to 64 px high, higher if the text wraps. */
export const ListRow = (props: ListRowProps) =>
  useContext(InVirtualList) ? (
    <Row {...props} />
  ) : (
    <li className={styles.item}>
      <Row {...props} />
    </li>
  )
