/** The pages of the tabs, which a member's first page is one of. */
import { page, plain } from "./page-definition.ts"

export const tabTable = {
  home: plain(() => import(/* chunk: home */ "../features/home/home.tsx").then(({ Home }) => Home)),
  market: plain(() => import(/* chunk: market */ "../features/market/market.tsx").then((m) => m.Market)),
  trade: page(
    (all) => all.trade,
    () => import(/* chunk: contracts */ "../features/trade/trade.tsx").then((m) => m.Trade),
  ),
  hold: plain(() => import(/* chunk: contracts */ "../features/holdings/hold.tsx").then((m) => m.Hold)),
  my: plain(() => import(/* chunk: overlays */ "../features/account/my.tsx").then(({ My }) => My)),
}
