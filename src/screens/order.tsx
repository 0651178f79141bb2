import { useIntl } from "react-intl"
import { useNavigation } from "../actors/context/navigation.tsx"
import { useOrderTicket } from "../actors/context/order.ts"
import { useOverlay } from "../actors/context/page.tsx"
import { useConfig } from "../actors/context/preferences.ts"
import { useQuery } from "../actors/context/query.ts"
import type { QueryOf } from "../domain/queries.ts"
import { urlOf } from "../domain/routes.ts"
import type { Direction } from "../domain/trade.ts"
import { Skeleton } from "../ui/Skeleton.tsx"
import { BALANCE_FACTS } from "./balance-facts.ts"
import { Loaded } from "./loaded.tsx"
import { MarketNotices } from "./market-notices.tsx"
import { OrderView } from "./order-view.tsx"
import { ProductChoice } from "./product-choice.tsx"
import { SubPage } from "./sub-page.tsx"
import { useGo } from "./use-go.ts"
import { useLive } from "./use-live.ts"
import { useProduct } from "./use-products.ts"
import { useWide } from "./use-wide.ts"

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
