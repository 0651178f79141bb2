/** The way of a new member, until it is done: add money, buy, watch, check, withdraw. */
import { useEffect, useState } from "react"
import { useIntl } from "react-intl"
import type { AccountChange } from "../../domain/cash.ts"
import { FIRST_STEPS, type FirstStep, stepsLeft } from "../../domain/first-steps.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useApiLayer } from "../../runtime/hooks/runtime-context.tsx"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { glyphDeposit, glyphHoldings, glyphMarket, glyphShield, glyphWithdraw } from "../../ui/glyphs.ts"
import type { Glyph } from "../../ui/Icon.tsx"
import { List, ListGroup, ListRow } from "../../ui/List.tsx"
import { useText } from "../../ui/use-text.ts"
import styles from "./home.module.css"

interface CardProps {
  readonly left: readonly FirstStep[]
  /** The contract that was last settled; null without one. */
  readonly settledId: string | null
  /** A contract that is open now. */
  readonly openId: string | undefined
}

const GLYPHS: Readonly<Record<FirstStep, Glyph>> = {
  deposit: glyphDeposit,
  buy: glyphMarket,
  settle: glyphHoldings,
  check: glyphShield,
  withdraw: glyphWithdraw,
}

/** The steps that are left, each with where it begins; one that must wait for another has no link. */
const Card = ({ left, settledId, openId }: CardProps) => {
  const intl = useIntl()
  const text = useText()
  const { open, openTab } = usePageNavigation()
  const contract = (id: string | null | undefined) => (id ? urlOf("hold-record", { id }) : undefined)
  const urls: Readonly<Record<FirstStep, string | undefined>> = {
    deposit: urlOf("recharge"),
    buy: urlOf("market"),
    settle: contract(openId),
    check: contract(settledId),
    withdraw: urlOf("withdraw"),
  }
  const follow = (step: FirstStep, url: string) => () => (step === "buy" ? openTab(url) : open(url))
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
              { done: FIRST_STEPS.length - left.length, count: FIRST_STEPS.length },
            )}
          </span>
        }
      >
        <List label={title}>
          {left.map((step) => {
            const url = urls[step]
            return (
              <ListRow
                key={step}
                glyph={GLYPHS[step]}
                title={text(`home.steps.${step}`)}
                href={url}
                onPress={url === undefined ? undefined : follow(step, url)}
              />
            )
          })}
        </List>
      </ListGroup>
    </div>
  )
}

/** Whether a settlement of this symbol was checked on this device; null until that is known. */
const useIsMarketChecked = (symbol: string | undefined): boolean | null => {
  const { marketTrust } = useApiLayer()
  const [isChecked, setChecked] = useState<boolean | null>(null)
  useEffect(() => {
    if (symbol === undefined) return
    let isCurrent = true
    marketTrust
      .checkpointsOf(symbol)
      .then((seen) => {
        if (isCurrent) setChecked(seen.some(({ isCompared }) => isCompared))
      })
      // a device without storage stores no check
      .catch(() => setChecked(false))
    return () => {
      isCurrent = false
    }
  }, [symbol, marketTrust])
  return isChecked
}

interface FirstStepsProps extends Omit<CardProps, "left"> {
  /** All changes of the balance, newest first. */
  readonly changes: readonly AccountChange[]
}

/** Whether the settlement was checked is known by its symbol. */
const CardAfterSettlement = ({ changes, ...props }: FirstStepsProps & { readonly settledId: string }) => {
  const { data } = useQuery("order", { id: props.settledId })
  const isChecked = useIsMarketChecked(data?.order.symbol)
  return isChecked === null ? null : <Card {...props} left={stepsLeft(changes, isChecked)} />
}

export const FirstStepsCard = ({ changes, settledId, openId }: FirstStepsProps) =>
  settledId === null ? (
    <Card left={stepsLeft(changes, false)} settledId={null} openId={openId} />
  ) : (
    <CardAfterSettlement changes={changes} settledId={settledId} openId={openId} />
  )
