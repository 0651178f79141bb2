/** The way of a new member, until it is done: add money, buy, watch, check, withdraw. */
import { useEffect, useState } from "react"
import { useIntl } from "react-intl"
import type { FirstSteps } from "../../domain/first-steps.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useApiLayer } from "../../runtime/hooks/runtime-context.tsx"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { glyphDeposit, glyphHoldings, glyphMarket, glyphShield, glyphWithdraw } from "../../ui/glyphs.ts"
import { List, ListGroup, ListRow } from "../../ui/List.tsx"
import { useText } from "../../ui/use-text.ts"
import styles from "./home.module.css"

interface CardProps {
  readonly steps: FirstSteps
  /** A settlement was checked on this device. */
  readonly hasChecked: boolean
  /** A contract that is open now. */
  readonly openId: string | undefined
}

/** The steps that are left, each with where it begins; one that must wait for another has no link. */
const Card = ({ steps, hasChecked, openId }: CardProps) => {
  const intl = useIntl()
  const text = useText()
  const { open, openTab } = usePageNavigation()
  const { hasDeposited, hasBought, settledId, hasWithdrawn } = steps
  const contract = (id: string | null | undefined) => (id ? urlOf("hold-record", { id }) : undefined)
  const all = [
    { id: "deposit", isDone: hasDeposited, glyph: glyphDeposit, url: urlOf("recharge") },
    { id: "buy", isDone: hasBought, glyph: glyphMarket, url: urlOf("market"), isTab: true },
    { id: "settle", isDone: settledId !== null, glyph: glyphHoldings, url: contract(openId) },
    { id: "check", isDone: hasChecked, glyph: glyphShield, url: contract(settledId) },
    { id: "withdraw", isDone: hasWithdrawn, glyph: glyphWithdraw, url: urlOf("withdraw") },
  ] as const
  const left = all.filter(({ isDone }) => !isDone)
  if (left.length === 0) return null
  const title = text("home.steps")
  return (
    <div className={styles.steps}>
      <ListGroup
        title={title}
        action={
          <span className={styles.label}>
            {intl.formatMessage(
              { id: "home.steps.done" },
              { done: all.length - left.length, count: all.length },
            )}
          </span>
        }
      >
        <List label={title}>
          {left.map(({ id, glyph, url, ...step }) => (
            <ListRow
              key={id}
              glyph={glyph}
              title={text(`home.steps.${id}`)}
              href={url}
              onPress={url === undefined ? undefined : () => ("isTab" in step ? openTab(url) : open(url))}
            />
          ))}
        </List>
      </ListGroup>
    </div>
  )
}

/** Whether a settlement of this symbol was checked on this device; false until that is known. */
const useIsMarketChecked = (symbol: string | undefined): boolean => {
  const { marketTrust } = useApiLayer()
  const [isChecked, setChecked] = useState(false)
  useEffect(() => {
    if (symbol === undefined) return
    let isCurrent = true
    marketTrust
      .checkpointsOf(symbol)
      .then((seen) => {
        if (isCurrent) setChecked(seen.some(({ isCompared }) => isCompared))
      })
      // nothing can be read on this device: nothing was checked
      .catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [symbol, marketTrust])
  return isChecked
}

/** As `Card`, where a contract has settled: whether it was checked is known by its symbol. */
const CardAfterSettlement = (props: Omit<CardProps, "hasChecked"> & { readonly settledId: string }) => {
  const { data } = useQuery("order", { id: props.settledId })
  const isChecked = useIsMarketChecked(data?.order.symbol)
  return <Card {...props} hasChecked={isChecked} />
}

export const FirstStepsCard = ({ steps, openId }: Omit<CardProps, "hasChecked">) =>
  steps.settledId === null ? (
    <Card steps={steps} openId={openId} hasChecked={false} />
  ) : (
    <CardAfterSettlement steps={steps} openId={openId} settledId={steps.settledId} />
  )
