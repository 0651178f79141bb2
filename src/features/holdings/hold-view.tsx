import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import type { LiveTotal } from "../../domain/position.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Card } from "../../ui/Card.tsx"
import { Change } from "../../ui/Change.tsx"
import { Page } from "../../ui/Page.tsx"
import { PageHeader } from "../../ui/PageHeader.tsx"
import { PullToRefresh } from "../../ui/PullToRefresh.tsx"
import { RefreshButton } from "../../ui/RefreshButton.tsx"
import { TextLink } from "../../ui/TextLink.tsx"
import { PriceAge } from "../market/price-age.tsx"
import type { Refreshable } from "../patterns/loaded.tsx"
import { ppmOf } from "./contract-row.tsx"
import styles from "./hold.module.css"

export interface LiveTotalCardProps {
  readonly total: LiveTotal
  /** How many contracts are counted. */
  readonly count: number
  /** Older contracts have not been loaded: the total is of those shown. */
  readonly isPart: boolean
  readonly ageMs: number | undefined
  readonly stale: boolean
}

/** What all open contracts together bring at the last prices, and what is in them. */
export const LiveTotalCard = ({ total, count, isPart, ageMs, stale }: LiveTotalCardProps) => {
  const intl = useIntl()
  return (
    <Card>
      <section className={styles.total} aria-labelledby="live-total">
        <h2 id="live-total" className={styles.label}>
          {intl.formatMessage({ id: "hold.total" })}
        </h2>
        <p className={styles.figure}>
          <Amount value={total.net} size="hero" tone="result" stale={stale} />
        </p>
        <p className={styles.line}>
          <Change ppm={ppmOf(total.netBps)} />
          <PriceAge ageMs={ageMs} stale={stale} />
        </p>
        <p className={styles.label}>
          {intl.formatMessage({ id: isPart ? "hold.in-contracts.part" : "hold.in-contracts" }, { count })}{" "}
          <Amount value={total.stake} />
        </p>
        {total.unpriced > 0 ? (
          <p className={styles.label}>
            {intl.formatMessage({ id: "hold.unpriced" }, { count: total.unpriced })}
          </p>
        ) : null}
      </section>
    </Card>
  )
}

export interface HoldViewProps {
  readonly notices: ReactNode
  /** The live total; nothing while it is not known. */
  readonly total: ReactNode
  /** Pending and completed contracts. */
  readonly contracts: ReactNode
  readonly refresh: Refreshable
  readonly recordHref: string
  readonly onRecord: () => void
  /** The chosen contract, where there is room beside the list. */
  readonly aside?: ReactNode | undefined
}

/** Holdings: what they bring together, then each of them. */
export const HoldView = (props: HoldViewProps) => {
  const intl = useIntl()
  return (
    <Page
      aside={props.aside}
      header={
        <PageHeader
          large
          title={intl.formatMessage({ id: "hold.title" })}
          actions={
            <>
              <TextLink href={props.recordHref} onPress={props.onRecord}>
                {intl.formatMessage({ id: "hold.record" })}
              </TextLink>
              <RefreshButton {...props.refresh} />
            </>
          }
        />
      }
    >
      <PullToRefresh {...props.refresh} />
      {props.notices}
      {props.total}
      {props.contracts}
    </Page>
  )
}
