import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import type { Removal } from "../../runtime/hooks/use-removal.ts"
import { IconButton } from "../../ui/Button.tsx"
import { glyphTrash } from "../../ui/glyphs.ts"
import type { Glyph } from "../../ui/Icon.tsx"
import { List, ListRow } from "../../ui/List.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { EmptyState } from "../../ui/StateView.tsx"
import { type Loadable, Loaded } from "../patterns/loaded.tsx"
import { CoolingOffAgain, CoolingOffBadge } from "./cooling-off.tsx"
import styles from "./destination-list.module.css"

/** A bank card or crypto address as a row. */
export interface DestinationItem {
  readonly id: string
  readonly title: string
  readonly subtitle: ReactNode
  /** When its cooling-off period ends. */
  readonly usableAtMs: number
}

export interface DestinationListProps {
  readonly items: Loadable<readonly DestinationItem[]>
  readonly glyph: Glyph
  readonly label: string
  readonly emptyText: ReactNode
  readonly removal: Removal
  readonly removeTitle: ReactNode
  readonly removeText: (item: DestinationItem) => ReactNode
}

/** Withdrawal destinations, each with its remaining cooling-off period and a remove button. */
export const DestinationList = (props: DestinationListProps) => {
  const { items, removal } = props
  const intl = useIntl()
  const asked = items.data?.find((item) => item.id === removal.id)
  return (
    <>
      <Loaded query={items} skeleton={<Skeleton shape="row" count={2} />}>
        {(known) =>
          known.length === 0 ? (
            <EmptyState glyph={props.glyph} text={props.emptyText} />
          ) : (
            <List label={props.label}>
              {known.map((item) => (
                <ListRow
                  key={item.id}
                  glyph={props.glyph}
                  title={item.title}
                  subtitle={<Below item={item} />}
                  trailing={
                    <IconButton
                      glyph={glyphTrash}
                      label={intl.formatMessage({ id: "destination.remove" }, { name: item.title })}
                      onClick={() => removal.onAsk(item.id)}
                    />
                  }
                />
              ))}
            </List>
          )
        }
      </Loaded>
      <Modal
        open={asked !== undefined}
        tone="danger"
        busy={removal.busy}
        title={props.removeTitle}
        confirmLabel={intl.formatMessage({ id: "destination.remove.confirm" })}
        onConfirm={removal.onConfirm}
        onCancel={removal.onCancel}
      >
        {asked ? (
          <>
            {props.removeText(asked)}
            <CoolingOffAgain />
          </>
        ) : null}
      </Modal>
    </>
  )
}

const Below = ({ item }: { readonly item: DestinationItem }) => (
  <span className={styles.below}>
    <span>{item.subtitle}</span>
    <CoolingOffBadge usableAtMs={item.usableAtMs} />
  </span>
)
