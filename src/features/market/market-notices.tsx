import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useMarketStatus } from "../../runtime/hooks/use-quotes.ts"
import { SimulatedLabel } from "../../ui/Notice.tsx"
import { MarketNotice } from "./market-status.tsx"

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
