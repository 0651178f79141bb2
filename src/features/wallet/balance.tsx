import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import type { WalletSummary } from "../../domain/cash.ts"
import { amountOf, koboOf } from "../../domain/money.ts"
import { urlOf } from "../../navigation/routes.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Button } from "../../ui/Button.tsx"
import { glyphDeposit, glyphWithdraw } from "../../ui/glyphs.ts"
import styles from "./balance-pair.module.css"

export interface BalancePairProps {
  readonly available: string
  readonly unavailable: string
  readonly stale: boolean
  /** Deposit and Withdraw. */
  readonly children: ReactNode
}

/** Available and unavailable balance side by side, with their actions. */
export const BalancePair = ({ available, unavailable, stale, children }: BalancePairProps) => {
  const intl = useIntl()
  return (
    <div className={styles.pair}>
      <dl className={styles.figures}>
        <div>
          <dt className={styles.label}>{intl.formatMessage({ id: "money.available" })}</dt>
          <dd>
            <Amount value={available} size="medium" stale={stale} />
          </dd>
        </div>
        <div>
          <dt className={styles.label}>{intl.formatMessage({ id: "money.unavailable" })}</dt>
          <dd>
            <Amount value={unavailable} size="medium" stale={stale} />
          </dd>
        </div>
      </dl>
      <div className={styles.actions}>{children}</div>
    </div>
  )
}

export interface MoneyActionsProps {
  readonly open: (url: string) => void
}

/** The deposit and withdraw buttons. */
export const MoneyActions = ({ open }: MoneyActionsProps) => {
  const intl = useIntl()
  const [deposit, withdraw] = [urlOf("recharge"), urlOf("withdraw")]
  return (
    <>
      <Button glyph={glyphDeposit} opens={deposit} onClick={() => open(deposit)}>
        {intl.formatMessage({ id: "money.deposit" })}
      </Button>
      <Button tone="secondary" glyph={glyphWithdraw} opens={withdraw} onClick={() => open(withdraw)}>
        {intl.formatMessage({ id: "money.withdraw" })}
      </Button>
    </>
  )
}

export const BALANCE_EVENTS = ["operation.accepted", "member.changed"] as const

/** The locked balance: stakes in open contracts and withdrawals under review. */
export const unavailableOf = (wallet: WalletSummary): string =>
  amountOf(koboOf(wallet.inContracts) + koboOf(wallet.inWithdrawals))
