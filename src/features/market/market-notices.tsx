import { useIntl } from "react-intl"
import type { StreamPhase } from "../../../machines/stream.ts"
import type { Product } from "../../domain/entities.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useMarketStatus } from "../../runtime/hooks/use-quotes.ts"
import { Badge } from "../../ui/Badge.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphOffline } from "../../ui/glyphs.ts"
import { Notice, SimulatedLabel } from "../../ui/Notice.tsx"
import { OperationsNotice } from "../patterns/operations-notice.tsx"

/** Notices above every page with prices: simulated market, prices not live, operations in doubt. */
export const MarketNotices = () => {
  const config = useConfig()
  const status = useMarketStatus()
  return (
    <>
      {config?.market.simulated === false ? null : <SimulatedLabel />}
      <MarketNotice status={status} />
      <OperationsNotice />
    </>
  )
}

/** The state of the price stream. */
export interface MarketStatus {
  readonly phase: StreamPhase
  readonly isLive: boolean
  /** Age of the newest price; undefined while there is none. */
  readonly ageMs: number | undefined
  /** The last connection was dropped, because what it brought did not fit together. */
  readonly isRefused: boolean
}

/** Whether prices are old in each phase: only then there is something to say. */
const areOld: Readonly<Record<StreamPhase, boolean>> = {
  connecting: false,
  live: false,
  stale: true,
  offline: true,
}

/** Says that prices are not live and how old they are, that buying is blocked, and what was refused. */
const MarketNotice = ({ status }: { readonly status: MarketStatus }) => {
  const intl = useIntl()
  const format = useFormat()
  if (!areOld[status.phase]) return null
  const age = status.ageMs === undefined ? null : format.duration(Math.max(1_000, status.ageMs), "long")
  return (
    <Notice tone="warning" glyph={glyphOffline}>
      {age === null
        ? intl.formatMessage({ id: "price.notice" })
        : intl.formatMessage({ id: "price.notice-age" }, { age })}
      {status.isRefused ? ` ${intl.formatMessage({ id: "price.notice-refused" })}` : ""}
    </Notice>
  )
}

/** Why a product cannot be bought; null while it can. */
export const productState = ({ soldOut, isOpen }: Pick<Product, "soldOut" | "isOpen">) =>
  soldOut ? "sold-out" : isOpen ? null : "closed"

/** A badge for a product that is sold out or closed; nothing while it can be bought. */
export const ProductStateBadge = ({ product }: { readonly product: Product }) => {
  const intl = useIntl()
  const state = productState(product)
  if (state === null) return null
  return (
    <Badge tone={state === "sold-out" ? "warning" : undefined}>
      {intl.formatMessage({ id: `product.${state}` })}
    </Badge>
  )
}

/** Says that the product is sold out or closed; nothing while it can be bought. */
export const ProductStateNotice = ({
  product,
}: {
  readonly product: Pick<Product, "soldOut" | "isOpen">
}) => {
  const intl = useIntl()
  const state = productState(product)
  return state === null ? null : (
    <Notice tone="warning">{intl.formatMessage({ id: `trade.${state}` })}</Notice>
  )
}
