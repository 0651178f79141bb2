import { useIntl } from "react-intl"
import type { WalletSummary } from "../../domain/cash.ts"
import type { Banner, Placard, Product } from "../../domain/entities.ts"
import { isAllowedLink } from "../../domain/links.ts"
import { urlOf } from "../../navigation/routes.ts"
import { usePageShown } from "../../runtime/hooks/page-context.tsx"
import { useAmountsHidden, useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { BalanceHero } from "../../ui/BalanceHero.tsx"
import { Card, CardRow } from "../../ui/Card.tsx"
import { useFormat } from "../../ui/format.ts"
import { ListGroup } from "../../ui/List.tsx"
import { SimulatedLabel } from "../../ui/Notice.tsx"
import { Page } from "../../ui/Page.tsx"
import { PageHeader } from "../../ui/PageHeader.tsx"
import { PullToRefresh } from "../../ui/PullToRefresh.tsx"
import { RefreshButton } from "../../ui/RefreshButton.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { EmptyState } from "../../ui/StateView.tsx"
import { Wordmark } from "../../ui/Wordmark.tsx"
import { isToldAbove, type Loadable, Loaded, mapLoaded, refreshAll } from "../patterns/loaded.tsx"
import { useGo } from "../patterns/use-go.ts"
import { BALANCE_FACTS } from "../wallet/balance-facts.ts"
import { MoneyActions } from "../wallet/money-actions.tsx"
import { unavailableOf } from "../wallet/unavailable.ts"
import { type AboutKind, AboutSections } from "./about-sections.tsx"
import { BannerCarousel } from "./banner-carousel.tsx"
import styles from "./home.module.css"
import { MessageLine } from "./message-line.tsx"
import { StockCard } from "./stock-card.tsx"

export interface HomeViewProps {
  readonly wallet: Loadable<WalletSummary>
  readonly banners: Loadable<readonly Banner[]>
  readonly messages: Loadable<readonly Placard[]>
  /** Recommended ones only. */
  readonly products: Loadable<readonly Product[]>
  readonly amounts: { readonly areHidden: boolean; readonly toggle: () => void }
  readonly open: (url: string) => void
  readonly aboutHref: (kind: AboutKind) => string
  readonly onAbout: (kind: AboutKind) => void
}

/** Home: the balance and its two actions first, then what the house has to say, the top stocks, and who the house is. */
export const HomeView = (props: HomeViewProps) => {
  const intl = useIntl()
  const all = [props.wallet, props.banners, props.messages, props.products]
  const refresh = refreshAll(...all)
  return (
    <Page header={<PageHeader title={<Wordmark />} actions={<RefreshButton {...refresh} />} />}>
      <PullToRefresh {...refresh} />
      <SimulatedLabel />
      <div className={styles.top}>
        <div className={styles.balance}>
          <Balance {...props} all={all} />
        </div>
        <Loaded ageless query={props.banners} among={all} skeleton={<div className={styles.bannerPlace} />}>
          {(banners) => <BannerCarousel banners={banners} />}
        </Loaded>
      </div>
      <Loaded ageless query={props.messages} among={all} skeleton={<Skeleton shape="block" />}>
        {(messages) => <MessageLine messages={messages} />}
      </Loaded>
      {isToldAbove(props.products, all) ? null : <TopStocks {...props} all={all} />}
      <ListGroup title={intl.formatMessage({ id: "home.about" })}>
        <AboutSections hrefOf={props.aboutHref} onOpen={props.onAbout} />
      </ListGroup>
    </Page>
  )
}

interface PartProps extends HomeViewProps {
  /** All that the page asks for. */
  readonly all: readonly Loadable<unknown>[]
}

const Balance = (props: PartProps) => {
  const intl = useIntl()
  const format = useFormat()
  const { atMs, failure, isRecalled } = props.wallet
  const isOnItsWay = isRecalled && failure === undefined && atMs !== undefined
  const note = isOnItsWay
    ? intl.formatMessage({ id: "shell.known-at" }, { time: format.dateTime(atMs) })
    : undefined
  const hero = (wallet?: WalletSummary, stale?: boolean) => (
    <Card>
      <BalanceHero
        label={intl.formatMessage({ id: "home.available" })}
        amount={wallet?.available}
        lesserLabel={intl.formatMessage({ id: "home.unavailable" })}
        lesserAmount={wallet && unavailableOf(wallet)}
        note={note}
        hidden={props.amounts.areHidden}
        onToggleHidden={props.amounts.toggle}
        onPress={() => props.open(urlOf("income-record"))}
        pressLabel={intl.formatMessage({ id: "home.postings" })}
        stale={stale}
        actions={<MoneyActions open={props.open} />}
      />
    </Card>
  )
  return (
    <Loaded query={props.wallet} among={props.all} skeleton={hero()}>
      {hero}
    </Loaded>
  )
}

const TopStocks = ({ products, open, all }: PartProps) => {
  const intl = useIntl()
  const title = intl.formatMessage({ id: "home.top-stocks" })
  return (
    <ListGroup title={title} footnote={intl.formatMessage({ id: "home.statistics.note" })}>
      <Loaded query={products} among={all} skeleton={<StockCardsToCome label={title} />}>
        {(known) =>
          known.length === 0 ? (
            <EmptyState text={intl.formatMessage({ id: "home.top-stocks.empty" })} />
          ) : (
            <CardRow label={title}>
              {known.map((product) => (
                <StockCard
                  key={product.id}
                  product={product}
                  onPurchase={() => open(urlOf("product", { id: product.id }))}
                />
              ))}
            </CardRow>
          )
        }
      </Loaded>
    </ListGroup>
  )
}

/** A row of cards as high as those that come: what stands below stays where it is. */
const StockCardsToCome = ({ label }: { readonly label: string }) => (
  <CardRow label={label}>
    <Card>
      <Skeleton shape={["noted", "figure", "figure", "figure", "noted", "block", "block"]} />
    </Card>
  </CardRow>
)

/** A banner leads only where links may lead. */
const allowed = (link: string | null, hosts: readonly string[]): string | null =>
  link !== null && isAllowedLink(link, hosts) ? link : null

export const Home = () => {
  const { open } = useGo()
  const wallet = useQuery("walletSummary", {}, { refreshOn: BALANCE_FACTS })
  usePageShown(wallet.onRetry)
  const amounts = useAmountsHidden()
  const config = useConfig()
  const banners = useQuery("banners", {})
  const messages = useQuery("placards", {})
  const products = useQuery("products", {})
  const aboutUrl = (kind: AboutKind) => urlOf("agreement", { kind })
  return (
    <HomeView
      wallet={wallet}
      banners={mapLoaded(banners, (all) =>
        all.map((banner) => ({ ...banner, link: allowed(banner.link, config?.link_hosts ?? []) })),
      )}
      messages={messages}
      products={mapLoaded(products, (all) => all.filter((product) => product.recommended))}
      amounts={amounts}
      open={open}
      aboutHref={aboutUrl}
      onAbout={(kind) => open(aboutUrl(kind))}
    />
  )
}
