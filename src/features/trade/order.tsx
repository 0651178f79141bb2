import { type ReactElement, type ReactNode, use } from "react"
import { useIntl } from "react-intl"
import type { OrderPhase } from "../../../machines/order.ts"
import { stakeable } from "../../domain/cash.ts"
import type { Order as Contract } from "../../domain/entities.ts"
import type { OrderIntent } from "../../domain/ticket.ts"
import type { Direction } from "../../domain/trade.ts"
import type { QueryOf } from "../../navigation/route-queries.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { useNavigation, usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { type TicketOptions, useOrderTicket } from "../../runtime/hooks/use-order-ticket.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { useWallet } from "../../runtime/hooks/use-wallet.ts"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { Figures } from "../../ui/Figures.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphMarket } from "../../ui/glyphs.ts"
import { FormAmounts } from "../../ui/hidden-amounts.tsx"
import { List, ListRow } from "../../ui/List.tsx"
import { Priced } from "../../ui/price-unit.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { EmptyState } from "../../ui/StateView.tsx"
import { SymbolDisc } from "../../ui/SymbolDisc.tsx"
import { useWideLayout } from "../../ui/use-media-query.ts"
import { useText } from "../../ui/use-text.ts"
import { useContractPolling } from "../holdings/contract-list.tsx"
import { LiveContractRow } from "../holdings/contract-row.tsx"
import { MarketNotices, ProductStateBadge } from "../market/market-notices.tsx"
import { useProduct, useProducts } from "../market/products.ts"
import { Loaded } from "../patterns/loaded.tsx"
import { Outcome, type OutcomeKind, useHeadingFocus } from "../patterns/outcome.tsx"
import { NearLimit } from "../patterns/own-limits.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { OrderConfirm, termRows } from "./order-confirm.tsx"
import { OrderEdit, type OrderViewProps } from "./order-edit.tsx"
import styles from "./ticket.module.css"
import type { Ticket } from "./ticket-fields.tsx"
import { TicketFrame, TicketInPane } from "./ticket-frame.tsx"

/** The order page in each phase: form, review, outcome. */
export const OrderView = (props: OrderViewProps): ReactElement => {
  const { ticket } = props
  switch (ticket.phase) {
    case "closed":
    case "editing":
    case "refused":
      return <OrderEdit {...props} />
    case "confirming":
      return ticket.intent ? <OrderConfirm {...props} intent={ticket.intent} /> : <OrderEdit {...props} />
    case "sending":
    case "checking":
    case "accepted":
    case "notPlaced":
    case "notRecorded":
      return (
        <OrderAnswer
          ticket={ticket}
          answer={ticket.phase}
          notices={props.notices}
          onClose={props.onClose}
          onHoldings={props.onHoldings}
          onContract={props.onContract}
        />
      )
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
            <EmptyState glyph={glyphMarket} text={intl.formatMessage({ id: "market.empty" })} />
          ) : (
            <List label={intl.formatMessage({ id: "market.products" })}>
              {all.map((product) => (
                <ListRow
                  key={product.id}
                  leading={<SymbolDisc symbol={product.symbol} />}
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

interface LiveTicketProps {
  readonly productId: string
  readonly direction: Direction | undefined
  /** Beside the chart: which of the page's tickets it is. */
  readonly visit?: string | undefined
  readonly filled?: TicketOptions["filled"]
  readonly onClose?: (() => void) | undefined
}

const shape = (
  <>
    <Skeleton shape="hero" />
    <Skeleton shape="card" />
    <Skeleton shape="card" />
  </>
)

/** The same element in each render, so that a key that is typed does not render it. */
const notices = <MarketNotices />

export const LiveTicket = ({ productId, direction, visit, filled, onClose }: LiveTicketProps) => {
  const intl = useIntl()
  const { back: leave, open, openTab } = usePageNavigation()
  const isInPane = use(TicketInPane)
  const back = onClose ?? leave
  const known = useProduct(productId)
  const wallet = useWallet()
  // a cached balance must not be traded with
  const figures = wallet.isFromCache ? undefined : wallet.data
  const available = figures && stakeable(figures)
  const ticket = useOrderTicket(known.data, available, { direction: direction ?? null, visit, filled })
  const config = useConfig()
  const isWide = useWideLayout() && !isInPane
  useOverlay(ticket.phase === "confirming", ticket.back)
  if (ticket.terms && ticket.isReady)
    return (
      <Priced symbol={ticket.terms.symbol}>
        <OrderView
          ticket={ticket}
          terms={ticket.terms}
          name={known.data?.id === ticket.terms.productId ? known.data.name : undefined}
          available={ticket.available}
          returnedHold={figures?.returnedHold}
          dayMs={config?.market.dayMs}
          notices={
            <>
              {isInPane ? null : notices}
              {ticket.phase === "editing" ? <NearLimit /> : null}
            </>
          }
          isWide={isWide}
          onBack={back}
          onClose={onClose}
          onHoldings={() => openTab(urlOf("hold"))}
          onContract={(id) => open(urlOf("hold-record", { id }))}
          onOthers={() => openTab(urlOf("market"))}
        />
      </Priced>
    )
  return (
    <TicketFrame title={intl.formatMessage({ id: "order.heading" })} onBack={back}>
      {isInPane ? null : notices}
      <Loaded query={known} skeleton={shape}>
        {() => (
          <Loaded query={wallet} skeleton={shape}>
            {() => shape}
          </Loaded>
        )}
      </Loaded>
    </TicketFrame>
  )
}

/** The order page: the order form of a product, or the choice of one. */
export const Order = ({ product, direction, id: _, ...filled }: QueryOf<"order">) => {
  const { redirectTo } = useNavigation()
  if (product !== undefined)
    return (
      <FormAmounts>
        <LiveTicket key={product} productId={product} direction={direction} filled={filled} />
      </FormAmounts>
    )
  const choose = (id: string) =>
    void redirectTo(urlOf("order", { product: id, ...(direction && { direction }) }))
  return <ProductChoice onChoose={choose} />
}

export interface OrderAnswerProps {
  readonly ticket: Pick<Ticket, "intent" | "again" | "back" | "notRecorded" | "contractId">
  readonly answer: Exclude<OrderPhase, "closed" | "editing" | "refused" | "confirming">
  readonly notices: ReactNode
  readonly onClose: (() => void) | undefined
  readonly onHoldings: () => void
  readonly onContract: (id: string) => void
}

const kinds: Readonly<Record<OrderAnswerProps["answer"], OutcomeKind>> = {
  sending: "checking",
  checking: "checking",
  accepted: "accepted",
  notPlaced: "not-sent",
  notRecorded: "not-sent",
}

const Summary = ({ intent }: { readonly intent: OrderIntent }) => {
  const intl = useIntl()
  const format = useFormat()
  const text = useText()
  return (
    <Card>
      <Figures
        rows={[
          { id: "symbol", label: text("order.symbol"), value: <span translate="no">{intent.symbol}</span> },
          ...termRows(intl, format, intent),
        ]}
      />
    </Card>
  )
}

const NO_ORDERS: readonly Contract[] = []

/** The contract that the order has made: its opening price, time left and result. */
const MadeContract = ({ id, onContract }: { readonly id: string } & Pick<OrderAnswerProps, "onContract">) => {
  const intl = useIntl()
  const contract = useQuery("order", { id }, { refreshOn: ["operation.accepted", "member.changed"] })
  useContractPolling(contract.data ? [contract.data.order] : NO_ORDERS, contract.onRetry)
  if (contract.data === undefined) return <Skeleton shape="row" />
  return (
    <>
      <List label={intl.formatMessage({ id: "receipt.title" })}>
        <LiveContractRow order={contract.data.order} onOpen={onContract} />
      </List>
      <Button tone="secondary" onClick={() => onContract(id)}>
        {intl.formatMessage({ id: "order.see-contract" })}
      </Button>
    </>
  )
}

const Actions = ({ ticket, answer, onHoldings }: OrderAnswerProps) => {
  const intl = useIntl()
  if (answer === "sending") return null
  const holdings = (tone: "primary" | "secondary") => (
    <Button tone={tone} onClick={onHoldings}>
      {intl.formatMessage({ id: "order.see-holdings" })}
    </Button>
  )
  const isPlaced = answer === "accepted" || answer === "checking"
  return (
    <div className={styles.buttons}>
      <Button tone={isPlaced ? "secondary" : "primary"} onClick={isPlaced ? ticket.again : ticket.back}>
        {intl.formatMessage({ id: isPlaced ? "order.new" : "order.edit" })}
      </Button>
      {holdings(answer === "accepted" ? "primary" : "secondary")}
    </div>
  )
}

/** The outcome of an order, or that it is not known yet. */
const OrderAnswer = (props: OrderAnswerProps) => {
  const intl = useIntl()
  const { answer, ticket } = props
  const heading = useHeadingFocus(kinds[answer])
  return (
    <TicketFrame
      title={intl.formatMessage({ id: "order.title" }, { symbol: ticket.intent?.symbol ?? "" })}
      onBack={props.onClose}
      footer={answer === "sending" ? undefined : <Actions {...props} />}
    >
      {props.notices}
      <Outcome
        key={kinds[answer]}
        kind={kinds[answer]}
        headingRef={heading}
        title={intl.formatMessage({ id: `order.answer.${answer}` })}
        text={ticket.notRecorded ?? intl.formatMessage({ id: `order.answer.${answer}.text` })}
      />
      {answer === "accepted" && ticket.contractId !== null ? (
        <MadeContract id={ticket.contractId} onContract={props.onContract} />
      ) : null}
      {ticket.intent ? <Summary intent={ticket.intent} /> : null}
    </TicketFrame>
  )
}
