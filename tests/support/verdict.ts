import {
  checkSettlement,
  marketWithKey,
  readMarketKey,
  type Verdict,
} from "../../src/domain/check-settlement.ts"
import type { OrderDetail } from "../../src/domain/entities.ts"

/** What a member's own check of an answer says. */
export const verdictOf = (detail: OrderDetail): Promise<Verdict> =>
  checkSettlement(
    detail,
    marketWithKey(detail.marketKey === undefined ? null : readMarketKey(detail.marketKey)),
  )
