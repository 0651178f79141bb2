/** Several open contracts are chosen in the list, and closed early by one confirmation. */
import { useState } from "react"
import { useIntl } from "react-intl"
import type { Order } from "../../domain/entities.ts"
import { OPERATION_LIMIT } from "../../domain/limits.ts"
import { amountOf, koboOf } from "../../domain/money.ts"
import { liveResult } from "../../domain/position.ts"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { useSources } from "../../runtime/hooks/runtime-context.tsx"
import { type Closing, useCloseSeveral } from "../../runtime/hooks/use-close-several.ts"
import type { ListView } from "../../runtime/hooks/use-list.ts"
import { useOperationsInDoubt } from "../../runtime/hooks/use-operations-in-doubt.ts"
import { useProblemText } from "../../runtime/hooks/use-problem.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Button } from "../../ui/Button.tsx"
import { CheckMark } from "../../ui/CheckMark.tsx"
import { Figures } from "../../ui/Figures.tsx"
import { NO_FIGURE, useFormat } from "../../ui/format.ts"
import { FormAmounts } from "../../ui/hidden-amounts.tsx"
import { List, ListRow } from "../../ui/List.tsx"
import { Sheet } from "../../ui/Sheet.tsx"
import { useText } from "../../ui/use-text.ts"
import { useLiveQuote } from "../market/products.ts"
import { sheets } from "./close-sheets.ts"
import { type Tolerance, ToleranceChoice } from "./close-tolerance.tsx"
import { useLiveTotal } from "./contract-list.tsx"
import overviewStyles from "./contract-overview.module.css"
import { ContractName } from "./contract-row.tsx"
import styles from "./hold.module.css"

/** Whether the member may ask for its close. */
const isClosable = ({ state, closeRequestedAtMs }: Order): boolean =>
  state === "opened" && closeRequestedAtMs === null

const LiveResult = ({ order }: { readonly order: Order }) => {
  const { quote, stale } = useLiveQuote(order.symbol)
  const result = quote ? liveResult(order, quote.price) : null
  return result ? <Amount tone="result" value={result.net} stale={stale} /> : NO_FIGURE
}

const Stake = ({ order }: { readonly order: Order }) => {
  const intl = useIntl()
  const format = useFormat()
  const values = { amount: format.amount(order.stake), leverage: format.number(order.leverage) }
  return <span className={styles.label}>{intl.formatMessage({ id: "contract.purchased" }, values)}</span>
}

/** The choice of contracts in the list of the open ones. */
export const useChosenContracts = (pending: ListView<Order>) => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const inDoubt = useOperationsInDoubt()
  const isInDoubt = ({ id }: Order) => inDoubt.some(({ contractId }) => contractId === id)
  const closable = pending.items.filter((order) => isClosable(order) && !isInDoubt(order))
  const orders = closable.filter(({ id }) => chosen?.has(id) ?? false)
  return {
    /** Undefined while the list is no choice. */
    orders: chosen && orders,
    isOffered: closable.length > 1,
    begin: () => setChosen(new Set()),
    end: () => setChosen(undefined),
    canChoose: (order: Order) =>
      closable.includes(order) &&
      (orders.includes(order) || orders.length + inDoubt.length < OPERATION_LIMIT),
    toggle: (order: Order) => {
      const rest = orders.filter((each) => each !== order)
      setChosen(new Set((rest.length < orders.length ? rest : [...orders, order]).map(({ id }) => id)))
    },
  }
}
export type ChosenContracts = ReturnType<typeof useChosenContracts>

/** A contract as a line to choose. */
export const ChoiceRow = ({ order, chosen }: { readonly order: Order; readonly chosen: ChosenContracts }) => (
  <ListRow
    title={
      <label className={styles.choice}>
        <CheckMark
          kind="checkbox"
          checked={chosen.orders?.includes(order) ?? false}
          disabled={!chosen.canChoose(order)}
          onChange={() => chosen.toggle(order)}
        />
        <span>
          <ContractName order={order} />
          <br />
          <Stake order={order} />
        </span>
      </label>
    }
    value={<LiveResult order={order} />}
  />
)

/** Makes the list a choice, and opens the confirmation. */
export const CloseSeveralButtons = ({
  chosen,
  onReview,
}: {
  readonly chosen: ChosenContracts
  readonly onReview: () => void
}) => {
  const intl = useIntl()
  const text = useText()
  if (chosen.orders === undefined)
    return chosen.isOffered ? (
      <Button tone="secondary" size="small" onClick={chosen.begin}>
        {text("close-several.button")}
      </Button>
    ) : null
  const count = chosen.orders.length
  return (
    <div className={styles.line}>
      <Button size="small" disabled={count === 0} onClick={onReview}>
        {intl.formatMessage({ id: "close-several.review" }, { count })}
      </Button>
      <Button tone="secondary" size="small" onClick={chosen.end}>
        {text("ui.cancel")}
      </Button>
    </div>
  )
}

/** What became of a close, or its result at this price while it is not asked for. */
const ClosingRow = ({ order, closing }: { readonly order: Order; readonly closing: Closing | undefined }) => {
  const text = useText()
  const problemText = useProblemText()
  const title = closing && (sheets[closing.progress]?.notice?.title ?? null)
  const said = closing?.progress === "accepted" ? text("close.accepted") : title && text(title)
  return (
    <ListRow
      title={
        <>
          <ContractName order={order} /> <Stake order={order} />
        </>
      }
      subtitle={closing?.failure ? `${said}: ${problemText(closing.failure)}` : (said ?? undefined)}
      value={closing ? undefined : <LiveResult order={order} />}
    />
  )
}

const Sum = ({
  pending,
  orders,
}: {
  readonly pending: ListView<Order>
  readonly orders: readonly Order[]
}) => {
  const text = useText()
  const { total, isLive } = useLiveTotal({ ...pending, items: orders })
  const credited = amountOf(koboOf(total.stake) + koboOf(total.net))
  const isKnown = total.unpriced === 0
  return (
    <Figures
      rows={[
        {
          id: "net",
          label: text("close-several.sum"),
          value: isKnown ? <Amount tone="result" value={total.net} stale={!isLive} /> : NO_FIGURE,
          emphasis: true,
        },
        {
          id: "credited",
          label: text("scenario.credited"),
          value: isKnown ? <Amount value={credited} /> : NO_FIGURE,
        },
      ]}
    />
  )
}

export interface CloseSeveralProps {
  readonly pending: ListView<Order>
  readonly orders: readonly Order[]
  /** Leaves the confirmation; `isSent`: the closes are in the outbox. */
  readonly onEnd: (isSent: boolean) => void
}

/** One confirmation: the sum and each. Then what became of each, as far as it is known. */
export const CloseSeveral = ({ pending, orders, onEnd }: CloseSeveralProps) => {
  const intl = useIntl()
  const text = useText()
  const { quotes } = useSources()
  const { closings, confirm } = useCloseSeveral()
  const { isLive } = useLiveTotal({ ...pending, items: orders })
  const [tolerance, setTolerance] = useState<Tolerance>("any")
  const isSent = closings.length > 0
  const isSending = closings.some(({ progress }) => progress === "sending")
  const isWaiting = tolerance !== "any" && (!isLive || orders.some(({ symbol }) => !quotes.get(symbol)))
  const close = () => {
    if (!isSending) onEnd(isSent)
  }
  useOverlay(true, close)
  const send = () =>
    confirm(
      orders.map(({ id, symbol }) => {
        const price = quotes.get(symbol)?.price
        const limit =
          tolerance === "any" || price === undefined
            ? undefined
            : { quotedPrice: price, slippageBps: Number(tolerance) }
        return { orderId: id, limit }
      }),
    )
  const title = intl.formatMessage({ id: "close-several.title" }, { count: orders.length })
  return (
    <Sheet
      open
      onClose={close}
      dismissable={!isSending}
      title={isSent ? text("notices.filter.close") : title}
      footer={
        isSent ? (
          <Button wide busy={isSending} onClick={close}>
            {text("ui.close")}
          </Button>
        ) : (
          <>
            <Button wide disabled={isWaiting} onClick={send}>
              {text("close.confirm")}
            </Button>
            <Button wide tone="secondary" onClick={close}>
              {text("ui.cancel")}
            </Button>
          </>
        )
      }
    >
      <div className={overviewStyles.stack}>
        <FormAmounts>
          {/* outcomes are announced, live results are not */}
          <div role={isSent ? "status" : undefined}>
            <List label={title}>
              {orders.map((order) => (
                <ClosingRow
                  key={order.id}
                  order={order}
                  closing={closings.find(({ orderId }) => orderId === order.id)}
                />
              ))}
            </List>
          </div>
          {isSent ? null : <Sum pending={pending} orders={orders} />}
        </FormAmounts>
        {isSent ? null : <ToleranceChoice chosen={tolerance} onChoose={setTolerance} isWaiting={isWaiting} />}
        <p className={overviewStyles.note}>{text("close-several.note")}</p>
      </div>
    </Sheet>
  )
}
