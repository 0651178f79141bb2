import { useIntl } from "react-intl"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useMarketStatus } from "../../runtime/hooks/use-quotes.ts"
import { useFormat } from "../../ui/format.ts"
import { glyphOffline } from "../../ui/glyphs.ts"
import { Notice, SimulatedLabel } from "../../ui/Notice.tsx"

/** Over every page with prices: what kind of market this is, and whether its prices are live. */
export const MarketNotices = () => {
  const config = useConfig()
  const status = useMarketStatus()
  return (
    <>
      {config?.market.simulated === false ? null : <SimulatedLabel />}
      <MarketNotice status={status} />
    </>
  )
}

/** How the stream of prices fares. */
export interface MarketStatus {
  readonly phase: "connecting" | "live" | "stale" | "offline"
  readonly isLive: boolean
  /** How old the newest price is; undefined while none has come. */
  readonly ageMs: number | undefined
}

/** Over prices that are not live: that they are not, how old they are, and that nothing can be bought meanwhile. */
const MarketNotice = ({ status }: { readonly status: MarketStatus }) => {
  const intl = useIntl()
  const format = useFormat()
  if (status.phase === "live" || status.phase === "connecting") return null
  const age = status.ageMs === undefined ? null : format.duration(Math.max(1_000, status.ageMs), "long")
  return (
    <Notice tone="warning" glyph={glyphOffline}>
      {age === null
        ? intl.formatMessage({ id: "price.notice" })
        : intl.formatMessage({ id: "price.notice-age" }, { age })}
    </Notice>
  )
}
