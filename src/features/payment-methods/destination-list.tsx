import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useServerNow } from "../../runtime/hooks/use-quotes.ts"
import type { Removal } from "../../runtime/hooks/use-removal.ts"
import { Badge } from "../../ui/Badge.tsx"
import { IconButton } from "../../ui/Button.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphClock, glyphTrash } from "../../ui/glyphs.ts"
import type { Glyph } from "../../ui/Icon.tsx"
import { List, ListRow } from "../../ui/List.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { EmptyState } from "../../ui/StateView.tsx"
import { type Loadable, Loaded } from "../patterns/loaded.tsx"
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
            <EmptyState text={props.emptyText} />
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

/** The waiting time of new destinations as text; null without one. */
const useCoolingOff = (): string | null => {
  const format = useFormat()
  const ms = useConfig()?.coolingOffMs ?? 0
  return ms > 0 ? format.duration(ms, "long") : null
}

/** Says beforehand how long a new destination waits, and why; nothing where none waits. */
export const CoolingOffNote = () => {
  const intl = useIntl()
  const time = useCoolingOff()
  if (time === null) return null
  return <Notice>{intl.formatMessage({ id: "destination.cooling-off.note" }, { time })}</Notice>
}

/** Says that a destination that is added again waits again; nothing where none waits. */
export const CoolingOffAgain = () => {
  const intl = useIntl()
  const time = useCoolingOff()
  return time === null ? null : <> {intl.formatMessage({ id: "destination.cooling-off.again" }, { time })}</>
}

/** The remaining cooling-off period of a new destination; nothing once it can be used. */
export const CoolingOffBadge = ({ usableAtMs }: { readonly usableAtMs: number }) => {
  const intl = useIntl()
  const format = useFormat()
  const leftMs = usableAtMs - useServerNow()
  if (leftMs <= 0) return null
  const time = format.duration(leftMs, "long")
  return (
    <Badge tone="warning" glyph={glyphClock}>
      {intl.formatMessage({ id: "destination.cooling-off" }, { time })}
    </Badge>
  )
}
