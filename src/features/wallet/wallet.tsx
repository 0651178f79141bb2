import { useState } from "react"
import { useIntl } from "react-intl"
import type { AccountChange, WalletSummary } from "../../domain/cash.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useWallet } from "../../runtime/hooks/use-wallet.ts"
import { Amount } from "../../ui/Amount.tsx"
import { BalanceHero } from "../../ui/BalanceHero.tsx"
import { Card } from "../../ui/Card.tsx"
import { Figures } from "../../ui/Figures.tsx"
import { glyphReceipt } from "../../ui/glyphs.ts"
import { List, ListGroup, ListRow } from "../../ui/List.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { EmptyState } from "../../ui/StateView.tsx"
import { TextLink } from "../../ui/TextLink.tsx"
import { useText } from "../../ui/use-text.ts"
import { Loaded, refreshAll } from "../patterns/loaded.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { AccountChangeRow, AccountChangeSheet } from "./account-change.tsx"
import { MoneyActions, unavailableOf } from "./balance.tsx"
import { OwnPart } from "./own-liability.tsx"
import styles from "./wallet.module.css"

/** The wallet: available and locked balance, dividends, and the latest account changes. */
export const Wallet = () => {
  const intl = useIntl()
  const { open } = usePageNavigation()
  // balances and changes are of one revision
  const wallet = useWallet()
  const [chosenId, setChosenId] = useState<string>()
  const close = () => setChosenId(undefined)
  useOverlay(chosenId !== undefined, close)
  const records = urlOf("income-record")
  const statement = urlOf("statement")
  return (
    <SubPage money title={intl.formatMessage({ id: "wallet.title" })} refresh={refreshAll(wallet)}>
      <Loaded query={wallet} skeleton={<WalletSkeleton open={open} />}>
        {(known, stale) => <Funds wallet={known} stale={stale} open={open} />}
      </Loaded>
      {wallet.data === undefined && wallet.failure ? null : (
        <ListGroup
          title={intl.formatMessage({ id: "wallet.changes" })}
          action={
            <TextLink href={records} onPress={() => open(records)}>
              {intl.formatMessage({ id: "wallet.changes.all" })}
            </TextLink>
          }
        >
          {wallet.data ? (
            <Changes changes={wallet.data.latest} onChoose={setChosenId} />
          ) : (
            <Skeleton shape="row" count={4} />
          )}
        </ListGroup>
      )}
      <OwnPart />
      <List>
        <ListRow
          title={intl.formatMessage({ id: "statement.title" })}
          glyph={glyphReceipt}
          href={statement}
          onPress={() => open(statement)}
        />
      </List>
      <AccountChangeSheet
        change={wallet.data?.latest?.find(({ id }) => id === chosenId)}
        open={open}
        onClose={close}
      />
    </SubPage>
  )
}

interface ChangesProps {
  /** Undefined in an answer of an earlier release: then only the link to all changes is shown. */
  readonly changes: readonly AccountChange[] | undefined
  readonly onChoose: (id: string) => void
}

const Changes = ({ changes, onChoose }: ChangesProps) => {
  const intl = useIntl()
  if (changes?.length === 0)
    return <EmptyState glyph={glyphReceipt} text={intl.formatMessage({ id: "income.empty" })} />
  return (
    <List>
      {changes?.map((change) => (
        <AccountChangeRow key={change.id} change={change} dated onChoose={onChoose} />
      ))}
    </List>
  )
}

interface FundsProps {
  readonly wallet: WalletSummary
  readonly stale: boolean
  readonly open: (url: string) => void
}

const Funds = ({ wallet, stale, open }: FundsProps) => {
  const label = useText()
  return (
    <>
      <Card>
        <BalanceHero
          label={label("wallet.withdrawable")}
          amount={wallet.available}
          note={label("wallet.pays")}
          stale={stale}
          actions={<MoneyActions open={open} />}
        />
      </Card>
      <div className={styles.pair}>
        <Card>
          <Figures
            rows={[
              {
                id: "locked",
                label: label("wallet.non-withdrawable"),
                value: <Amount value={unavailableOf(wallet)} stale={stale} />,
                emphasis: true,
              },
              {
                id: "contracts",
                label: label("wallet.in-contracts"),
                value: <Amount value={wallet.inContracts} />,
              },
              {
                id: "withdrawals",
                label: label("wallet.in-withdrawals"),
                value: <Amount value={wallet.inWithdrawals} />,
              },
            ]}
          />
        </Card>
        <Card>
          <Figures
            rows={[
              {
                id: "today",
                label: label("wallet.today-dividend"),
                value: <Amount value={wallet.todayDividend} tone="result" stale={stale} />,
              },
              {
                id: "total",
                label: label("wallet.total-dividend"),
                note: label("wallet.total-dividend.note"),
                value: <Amount value={wallet.totalDividend} tone="result" stale={stale} />,
              },
            ]}
          />
        </Card>
      </div>
    </>
  )
}

const WalletSkeleton = ({ open }: Pick<FundsProps, "open">) => {
  const intl = useIntl()
  return (
    <>
      <Card>
        <BalanceHero
          label={intl.formatMessage({ id: "wallet.withdrawable" })}
          amount={undefined}
          note={intl.formatMessage({ id: "wallet.pays" })}
          actions={<MoneyActions open={open} />}
        />
      </Card>
      <div className={styles.pair}>
        <Card>
          <Skeleton shape={["noted", "figure", "figure"]} />
        </Card>
        <Card>
          <Skeleton shape={["figure", "noted"]} />
        </Card>
      </div>
    </>
  )
}
