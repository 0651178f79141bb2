import { useIntl } from "react-intl"
import type { Direction } from "../../domain/trade.ts"
import type { QueryOf } from "../../navigation/route-queries.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { useNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useOrderTicket } from "../../runtime/hooks/use-order-ticket.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { FormAmounts } from "../../ui/hidden-amounts.tsx"
import { List, ListRow } from "../../ui/List.tsx"
import { Priced } from "../../ui/price-unit.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { EmptyState } from "../../ui/StateView.tsx"
import { MarketNotices } from "../market/market-notices.tsx"
import { ProductStateBadge } from "../market/product-state.tsx"
import { useLiveQuote } from "../market/use-live-quote.ts"
import { useProduct, useProducts } from "../market/use-products.ts"
import { Loaded } from "../patterns/loaded.tsx"
import { usePageNavigation } from "../patterns/page-navigation.ts"
import { SubPage } from "../patterns/sub-page.tsx"
import { useWideLayout } from "../patterns/use-wide-layout.ts"
import { BALANCE_EVENTS } from "../wallet/balance.ts"
import { OrderAnswer } from "./order-answer.tsx"
import { OrderConfirm } from "./order-confirm.tsx"
import { OrderEdit, type OrderViewProps } from "./order-edit.tsx"

/** The order page in each phase: form, review, outcome. */
export const OrderView = (props: OrderViewProps) => {
  const { ticket } = props
  switch (ticket.phase) {
    case "closed":
    case "editing":
      return <OrderEdit {...props} />
    case "confirming":
      return ticket.intent ? (
        <OrderConfirm {...props} intent={ticket.intent} busy={false} />
      ) : (
        <OrderEdit {...props} />
      )
    default:
      return <OrderAnswer ticket={ticket} answer={ticket.phase} onHoldings={props.onHoldings} />
  }
}

/** Asks for the product of an order. */
const ProductChoice = ({ onChoose }: { readonly onChoose: (id: string) => void }) => {
  const intl = useIntl()
  const { back } = usePageNavigation()
  const products = useProducts()
  return (
    <SubPage money title={intl.formatMessage({ id: "order.heading" })} onBack={back}>
      <Loaded query={products} skeleton={<Skeleton shape="row" count={6} />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState text={intl.formatMessage({ id: "market.empty" })} />
          ) : (
            <List label={intl.formatMessage({ id: "market.products" })}>
              {all.map((product) => (
                <ListRow
                  key={product.id}
                  title={<span translate="no">{product.symbol}</span>}
                  subtitle={product.name}
                  value={<ProductStateBadge product={product} />}
                  onPress={() => onChoose(product.id)}
                />
              ))}
            </List>
          )
        }
      </Loaded>
    </SubPage>
  )
}

interface TicketProps {
  readonly productId: string
  readonly direction: Direction | undefined
}

const shape = (
  <>
    <Skeleton shape="hero" />
    <Skeleton shape="card" />
    <Skeleton shape="card" />
  </>
)

const Ticket = ({ productId, direction }: TicketProps) => {
  const intl = useIntl()
  const { back, openTab } = usePageNavigation()
  const known = useProduct(productId)
  const wallet = useQuery("walletSummary", {}, { refreshOn: BALANCE_EVENTS })
  // a cached balance must not be traded with
  const available = wallet.isFromCache ? undefined : wallet.data?.available
  const ticket = useOrderTicket(known.data, available, { direction: direction ?? null })
  const live = useLiveQuote(ticket.product?.symbol ?? "")
  const config = useConfig()
  const isWide = useWideLayout()
  useOverlay(ticket.phase === "confirming", ticket.back)
  if (ticket.product && ticket.isReady)
    return (
      <Priced symbol={ticket.product.symbol}>
        <OrderView
          ticket={ticket}
          product={ticket.product}
          {...live}
          available={ticket.available}
          dayMs={config?.market.dayMs}
          notices={<MarketNotices />}
          isWide={isWide}
          onBack={back}
          onHoldings={() => openTab(urlOf("hold"))}
        />
      </Priced>
    )
  return (
    <SubPage money width="form" title={intl.formatMessage({ id: "order.heading" })} onBack={back}>
      <Loaded query={known} skeleton={shape}>
        {() => (
          <Loaded query={wallet} skeleton={shape}>
            {() => shape}
          </Loaded>
        )}
      </Loaded>
    </SubPage>
  )
}

/** The order page: the order form of a product, or the choice of one. */
export const Order = ({ product, direction }: QueryOf<"order">) => {
  const { redirectTo } = useNavigation()
  if (product !== undefined)
    return (
      <FormAmounts>
        <Ticket key={product} productId={product} direction={direction} />
      </FormAmounts>
    )
  const choose = (id: string) =>
    void redirectTo(urlOf("order", { product: id, ...(direction && { direction }) }))
  return <ProductChoice onChoose={choose} />
}
