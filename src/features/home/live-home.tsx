/** What home shows of live prices, loaded after its balance: total value, open contracts, watchlist. */
import { useCallback } from "react"
import { useIntl } from "react-intl"
import type { AccountChange, WalletSummary } from "../../domain/cash.ts"
import type { Order, Product } from "../../domain/entities.ts"
import { lastSettledId } from "../../domain/first-steps.ts"
import { koboOf } from "../../domain/money.ts"
import { todayResult, totalValue, valueLine } from "../../domain/total-value.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useList } from "../../runtime/hooks/use-list.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useShowSymbol, useWatchlist } from "../../runtime/hooks/use-watchlist.ts"
import { Amount } from "../../ui/Amount.tsx"
import { NO_FIGURE } from "../../ui/format.ts"
import { List, ListGroup } from "../../ui/List.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { Sparkline } from "../../ui/Sparkline.tsx"
import { TextLink } from "../../ui/TextLink.tsx"
import { useLiveTotal, useOpenContracts } from "../holdings/contract-list.tsx"
import { LiveContractRow } from "../holdings/contract-row.tsx"
import { LiveMarketRow, tradeUrl } from "../market/market-row.tsx"
import { BALANCE_EVENTS } from "../wallet/balance.tsx"
import { FirstStepsCard } from "./first-steps.tsx"
import styles from "./home.module.css"

/** How many rows of contracts and of watched products home shows. */
const ROWS_MAX = 4

interface TotalProps {
  readonly wallet: WalletSummary | undefined
  readonly changes: readonly AccountChange[]
  /** The live result of the open contracts; null while it is not known. */
  readonly net: string | null
  readonly stale: boolean
  readonly isHidden: boolean
  readonly isFailed: boolean
}

/** Total value, today's result, and the line that leads to it. */
export const Total = ({ wallet, changes, net, stale, isHidden, isFailed }: TotalProps) => {
  const intl = useIntl()
  const isKnown = wallet !== undefined && net !== null
  const line = isKnown ? valueLine(wallet, changes, net) : []
  return (
    <section className={styles.total} aria-labelledby="home-total">
      <h2 id="home-total" className={styles.label}>
        {intl.formatMessage({ id: "home.total" })}
      </h2>
      {isKnown ? (
        <>
          <p>
            <Amount value={totalValue(wallet, net)} size="hero" hidden={isHidden} stale={stale} />
          </p>
          <p className={styles.label}>
            <Amount tone="result" value={todayResult(wallet, net)} hidden={isHidden} stale={stale} />{" "}
            {intl.formatMessage({ id: "home.today" })}
          </p>
          {koboOf(wallet.inWithdrawals) > 0n ? (
            <p className={styles.label}>
              {intl.formatMessage(
                { id: "home.total.without" },
                {
                  amount: (
                    <Amount key="amount" value={wallet.inWithdrawals} hidden={isHidden} stale={stale} />
                  ),
                },
              )}
            </p>
          ) : null}
          <Sparkline
            wide
            label={intl.formatMessage({ id: "home.total.line" })}
            points={line.map((amount) => `${amount}00`)}
          />
        </>
      ) : isFailed ? (
        <p>{NO_FIGURE}</p>
      ) : (
        <Skeleton shape="hero" />
      )}
    </section>
  )
}

const OpenContracts = ({ orders, count }: { readonly orders: readonly Order[]; readonly count: number }) => {
  const intl = useIntl()
  const { open, openTab } = usePageNavigation()
  const title = intl.formatMessage({ id: "home.contracts" })
  const all = urlOf("hold")
  return (
    <div className={styles.contracts}>
      <ListGroup
        title={title}
        action={
          <TextLink href={all} onPress={() => openTab(all)}>
            {intl.formatMessage({ id: "home.contracts.all" }, { count })}
          </TextLink>
        }
      >
        <List label={title}>
          {orders.map((order) => (
            <LiveContractRow
              key={order.id}
              order={order}
              onOpen={(id) => open(urlOf("hold-record", { id }))}
            />
          ))}
        </List>
      </ListGroup>
    </div>
  )
}

const Watchlist = ({ products }: { readonly products: readonly Product[] }) => {
  const intl = useIntl()
  const { open, openTab } = usePageNavigation()
  const { toggle } = useWatchlist()
  const show = useShowSymbol()
  const onOpen = useCallback(
    ({ symbol }: Product) => {
      show(symbol)
      openTab(urlOf("trade"))
    },
    [show, openTab],
  )
  const onWatch = useCallback(({ symbol }: Product) => toggle(symbol), [toggle])
  const onProduct = useCallback(({ id }: Product) => open(urlOf("product", { id })), [open])
  const title = intl.formatMessage({ id: "market.watchlist" })
  return (
    <div className={styles.watchlist}>
      <ListGroup title={title}>
        <List label={title}>
          {products.map((product) => (
            <li key={product.id} className={styles.watched}>
              <LiveMarketRow
                watched
                product={product}
                href={tradeUrl(product)}
                onOpen={onOpen}
                onWatch={onWatch}
                onProduct={onProduct}
              />
            </li>
          ))}
        </List>
      </ListGroup>
    </div>
  )
}

export interface LiveHomeProps {
  readonly wallet: WalletSummary | undefined
  /** The balance is a cached one. */
  readonly stale: boolean
  readonly products: readonly Product[]
  readonly isHidden: boolean
}

export const LiveHome = ({ wallet, stale, products, isHidden }: LiveHomeProps) => {
  const { isWatched } = useWatchlist()
  const pending = useOpenContracts()
  const changes = useList("income", {}, { refreshOn: BALANCE_EVENTS })
  const { total, isLive, isAwaited } = useLiveTotal(pending)
  const watched = products.filter(({ symbol }) => isWatched(symbol))
  // who has more than a page of changes knows the way
  const isNew = changes.data !== undefined && pending.data !== undefined && !changes.hasMore
  return (
    <>
      <Total
        wallet={wallet}
        changes={changes.items}
        net={isAwaited ? null : total.net}
        stale={stale || (pending.items.length > 0 && (pending.stale || !isLive))}
        isHidden={isHidden}
        isFailed={pending.data === undefined && pending.failure !== undefined}
      />
      {isNew ? (
        <FirstStepsCard
          changes={changes.items}
          settledId={lastSettledId(changes.items)}
          openId={pending.items[0]?.id}
        />
      ) : null}
      {pending.items.length > 0 ? (
        <OpenContracts orders={pending.items.slice(0, ROWS_MAX)} count={pending.items.length} />
      ) : null}
      {watched.length > 0 ? <Watchlist products={watched.slice(0, ROWS_MAX)} /> : null}
    </>
  )
}
