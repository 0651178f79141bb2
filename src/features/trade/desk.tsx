/** What stands beside a list of products in a wide window: the chart, and the ticket. */
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from "react"
import { useIntl } from "react-intl"
import type { Product } from "../../domain/entities.ts"
import type { Direction } from "../../domain/trade.ts"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { useRuntime } from "../../runtime/hooks/runtime-context.tsx"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useWatchlist } from "../../runtime/hooks/use-watchlist.ts"
import { FormAmounts } from "../../ui/hidden-amounts.tsx"
import styles from "./desk.module.css"
import { LiveChart } from "./live-chart.tsx"
import { LiveTicket } from "./order.tsx"
import { TicketInPane } from "./ticket-frame.tsx"
import { BuyButtons, WatchButton } from "./trade-view.tsx"

interface ChartPaneProps {
  readonly product: Product
  /** Symbol, name and star are elsewhere on the page. */
  readonly isBare?: boolean | undefined
}

/** The column with the chart between the market list and the ticket. */
export const ChartPane = ({ product, isBare = false }: ChartPaneProps) => {
  const { isWatched, toggle } = useWatchlist()
  const id = useId()
  if (isBare) return <LiveChart key={product.id} product={product} />
  return (
    <section className={styles.pane} aria-labelledby={id}>
      <header className={styles.head}>
        <div>
          <h2 id={id} className={styles.symbol} translate="no">
            {product.symbol}
          </h2>
          <p className={styles.name}>{product.name}</p>
        </div>
        <WatchButton
          product={product}
          watched={isWatched(product.symbol)}
          onWatch={() => toggle(product.symbol)}
        />
      </header>
      <LiveChart key={product.id} product={product} />
    </section>
  )
}

interface OpenTicket {
  readonly productId: string
  readonly direction: Direction
  readonly visit: string
}

interface TicketPaneProps {
  readonly product: Product
  /** Shown below both directions until one is chosen. */
  readonly children: ReactNode
  /** The column, which can take the focus. */
  readonly paneRef?: RefObject<HTMLElement | null> | undefined
  /** Escape was pressed where no ticket is open. */
  readonly onLeave?: (() => void) | undefined
}

/**
 * The column beside the chart: both directions, then the ticket of the chosen one. The focus moves to
 * it when the ticket opens and closes. Escape goes a step back.
 */
export const TicketPane = ({ product, children, paneRef, onLeave }: TicketPaneProps) => {
  const intl = useIntl()
  const { createKey } = useRuntime()
  const { back } = usePageNavigation()
  const [opened, setOpened] = useState<OpenTicket>()
  const own = useRef<HTMLElement>(null)
  const pane = paneRef ?? own
  const ticket = opened?.productId === product.id ? opened : undefined
  const show = (next: OpenTicket | undefined) => {
    setOpened(next)
    pane.current?.focus({ preventScroll: true })
  }
  const close = () => show(undefined)
  useOverlay(ticket !== undefined, close)
  const onKeyDown = (event: KeyboardEvent) => {
    const isOfDialog = event.target instanceof Element && event.target.closest("dialog") !== null
    if (event.key !== "Escape" || event.defaultPrevented || isOfDialog) return
    if (ticket) back()
    else onLeave?.()
  }
  return (
    <section
      ref={pane}
      className={styles.pane}
      tabIndex={-1}
      aria-label={intl.formatMessage({ id: "order.title" }, { symbol: product.symbol })}
      onKeyDown={onKeyDown}
    >
      {ticket ? (
        <TicketInPane value={true}>
          <FormAmounts>
            <LiveTicket key={ticket.visit} {...ticket} onClose={close} />
          </FormAmounts>
        </TicketInPane>
      ) : (
        <>
          <div className={styles.buttons}>
            <BuyButtons
              product={product}
              onBuy={(direction) => show({ productId: product.id, direction, visit: createKey() })}
            />
          </div>
          {children}
        </>
      )}
    </section>
  )
}
