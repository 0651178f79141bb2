/** Checks on this device that the member is counted in what the market owes. */
import { useEffect, useState } from "react"
import type { LiabilityVerdict, OwnFigures } from "../../domain/liability.ts"
import { koboOf } from "../../domain/money.ts"
import type { OwnLiability } from "../../domain/own-liability.ts"
import type { Statement } from "../../domain/statement.ts"
import { useApiLayer } from "./runtime-context.tsx"
import { useQuery } from "./use-query.ts"
import { useSession } from "./use-session.ts"

/** What the statement of the day says at its end. */
const figuresIn = (statement: Statement): OwnFigures => ({
  available: koboOf(statement.closing),
  stakes: koboOf(statement.inContracts),
  withdrawals: koboOf(statement.inWithdrawals),
})

/** Null while it is checked, and where nothing can be: no key was learned, or the device cannot hash. */
export const useLiabilityCheck = (liability: OwnLiability): LiabilityVerdict | null => {
  const { marketTrust } = useApiLayer()
  const { user } = useSession()
  const { data: statement } = useQuery("statement", { from: liability.day, to: liability.day })
  const [verdict, setVerdict] = useState<LiabilityVerdict | null>(null)
  const username = user?.username
  useEffect(() => {
    if (statement === undefined || username === undefined) return
    const check = async () => {
      const [key, { readMarketKey }, { checkLiability }] = await Promise.all([
        marketTrust.key(),
        import("../../domain/check-settlement.ts"),
        import("../../domain/liability.ts"),
      ])
      const publicKey = key === null ? null : readMarketKey(key)
      return publicKey && checkLiability(liability, figuresIn(statement), username, publicKey)
    }
    let isCurrent = true
    check().then(
      (found) => isCurrent && setVerdict(found),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [liability, statement, username, marketTrust])
  return verdict
}
