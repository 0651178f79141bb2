import { useIntl } from "react-intl"
import type { Direction } from "../../domain/trade.ts"
import type { QueryOf } from "../../navigation/route-queries.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { useNavigation } from "../../runtime/hooks/use-navigation.tsx"
import { useOrderTicket } from "../../runtime/hooks/use-order-ticket.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { MarketNotices } from "../market/market-notices.tsx"
import { useLive } from "../market/use-live.ts"
import { useProduct } from "../market/use-products.ts"
import { Loaded } from "../patterns/loaded.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { useGo } from "../patterns/use-go.ts"
import { useWide } from "../patterns/use-wide.ts"
import { BALANCE_FACTS } from "../wallet/balance-facts.ts"
import { OrderView } from "./order-view.tsx"
import { ProductChoice } from "./product-choice.tsx"

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
  const { back, openTab } = useGo()
  const known = useProduct(productId)
  const wallet = useQuery("walletSummary", {}, { refreshOn: BALANCE_FACTS })
  // figures of an earlier visit are for looking at
  const available = wallet.isRecalled ? undefined : wallet.data?.available
  const ticket = useOrderTicket(known.data, available, { direction: direction ?? null })
  const live = useLive(ticket.product?.symbol ?? "")
  const config = useConfig()
  const isWide = useWide()
  useOverlay(ticket.phase === "confirming", ticket.back)
  if (ticket.product && ticket.isReady)
    return (
      <OrderView
        ticket={ticket}
        product={ticket.product}
        {...live}
        available={ticket.available}
        dayMs={config?.market.day_ms}
        notices={<MarketNotices />}
        isWide={isWide}
        onBack={back}
        onHoldings={() => openTab(urlOf("hold"))}
      />
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

/** The order page: the ticket of a product, or the choice of one. */
export const Order = ({ product, direction }: QueryOf<"order">) => {
  const { redirectTo } = useNavigation()
  if (product !== undefined) return <Ticket key={product} productId={product} direction={direction} />
  const choose = (id: string) =>
    void redirectTo(urlOf("order", { product: id, ...(direction && { direction }) }))
  return <ProductChoice onChoose={choose} />
}
