/** A list of rows of one height whose items change several times a second. */
import { Badge } from "../ui/Badge.tsx"
import { classes } from "../ui/classes.ts"
import rowStyles from "../ui/List.module.css"
import { VirtualList } from "../ui/VirtualList.tsx"
import styles from "./live-list.module.css"

export interface LiveRow {
  readonly title: string
  readonly subtitle: string
  /** Badge at the right; "" for none. */
  readonly badge: string
  readonly isFailure?: boolean
}

export interface LiveListProps<Item> {
  /** Accessible name. */
  readonly label: string
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  readonly rowOf: (item: Item) => LiveRow
  readonly onOpen: (item: Item) => void
}

/** Height of a row in px, until one is measured. */
const ESTIMATE_PX = 56

const RowButton = (props: LiveRow & { readonly onPress: () => void }) => {
  const { title, subtitle, badge, isFailure, onPress } = props
  return (
    <button type="button" className={classes(rowStyles.pressable, styles.row)} onClick={onPress}>
      <span className={styles.title}>{title}</span>
      <span className={styles.subtitle}>{subtitle}</span>
      <span className={classes(styles.badge, badge === "" && styles.empty)}>
        <Badge tone={isFailure ? "danger" : "neutral"}>{badge}</Badge>
      </span>
    </button>
  )
}

export const LiveList = <Item,>({ label, items, keyOf, rowOf, onOpen }: LiveListProps<Item>) => (
  <div className={styles.list}>
    <VirtualList
      label={label}
      items={items}
      keyOf={keyOf}
      estimatePx={ESTIMATE_PX}
      reuseElements
      renderRow={(item) => <RowButton {...rowOf(item)} onPress={() => onOpen(item)} />}
    />
  </div>
)
