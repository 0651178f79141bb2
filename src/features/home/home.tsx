import { type ReactNode, Suspense, useState } from "react"
import { useIntl } from "react-intl"
import type { WalletSummary } from "../../domain/cash.ts"
import type { Banner, Placard } from "../../domain/content.ts"
import type { Product } from "../../domain/entities.ts"
import { isAllowedLink } from "../../domain/links.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { codeOf, useCode } from "../../runtime/hooks/use-code.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useAmountsHidden, useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { useWallet } from "../../runtime/hooks/use-wallet.ts"
import { BalanceHero } from "../../ui/BalanceHero.tsx"
import { Card, CardRow } from "../../ui/Card.tsx"
import { useFormat } from "../../ui/format.ts"
import {
  glyphAward,
  glyphBuilding,
  glyphGauge,
  glyphMarket,
  glyphMessage,
  glyphPeople,
  glyphShield,
} from "../../ui/glyphs.ts"
import { glyphChevron, Icon } from "../../ui/Icon.tsx"
import { List, ListGroup, ListRow } from "../../ui/List.tsx"
import { SimulatedLabel } from "../../ui/Notice.tsx"
import { Page } from "../../ui/Page.tsx"
import { PageHeader } from "../../ui/PageHeader.tsx"
import { PullToRefresh, RefreshButton } from "../../ui/PullToRefresh.tsx"
import { Sheet } from "../../ui/Sheet.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { EmptyState } from "../../ui/StateView.tsx"
import { Swiper } from "../../ui/Swiper.tsx"
import { Wordmark } from "../../ui/Wordmark.tsx"
import { isShownAbove, type Loadable, Loaded, mapLoaded, refreshAll } from "../patterns/loaded.tsx"
import { LossRate } from "../patterns/loss-rate.tsx"
import { NoticeBell } from "../patterns/notice-bell.tsx"
import { OperationsNotice } from "../patterns/operations-notice.tsx"
import { MoneyActions, unavailableOf } from "../wallet/balance.tsx"
import bannerCarouselStyles from "./banner-carousel.module.css"
import styles from "./home.module.css"
import { StockCard } from "./stock-card.tsx"

export interface HomeViewProps {
  readonly wallet: Loadable<WalletSummary>
  readonly banners: Loadable<readonly Banner[]>
  readonly messages: Loadable<readonly Placard[]>
  /** Recommended products only. */
  readonly products: Loadable<readonly Product[]>
  /** Opens the notices. */
  readonly bell: ReactNode
  /** Total value, open contracts and watchlist. */
  readonly live: ReactNode
  /** Lists the operations in doubt. */
  readonly doubts: ReactNode
  readonly amounts: { readonly areHidden: boolean; readonly toggle: () => void }
  readonly open: (url: string) => void
  readonly aboutHref: (kind: AboutKind) => string
  readonly onAbout: (kind: AboutKind) => void
}

/** Home: total value and balance, open contracts, watchlist, banners, site messages, top stocks and company articles. */
export const HomeView = (props: HomeViewProps) => {
  const intl = useIntl()
  const { banners, messages, products } = props
  const all = [props.wallet, banners, messages, products]
  const refresh = refreshAll(...all)
  return (
    <Page
      header={
        <PageHeader
          title={<Wordmark />}
          actions={
            <>
              {props.bell}
              <RefreshButton {...refresh} />
            </>
          }
        />
      }
    >
      <PullToRefresh {...refresh} />
      <SimulatedLabel />
      {props.doubts}
      <div className={styles.top}>
        <div className={styles.balance}>
          <Balance {...props} all={all} />
        </div>
        {props.live}
        <Loaded hideAge query={banners} among={all} skeleton={<div className={styles.bannerPlace} />}>
          {(banners) => <BannerCarousel banners={banners} />}
        </Loaded>
      </div>
      <Loaded hideAge query={messages} among={all} skeleton={<Skeleton shape="block" />}>
        {(messages) => <MessageLine messages={messages} />}
      </Loaded>
      {isShownAbove(products, all) ? null : <TopStocks {...props} all={all} />}
      <LossRate />
      <ListGroup title={intl.formatMessage({ id: "home.about" })}>
        <AboutSections hrefOf={props.aboutHref} onOpen={props.onAbout} />
      </ListGroup>
      <List>
        <ListRow
          glyph={glyphGauge}
          title={intl.formatMessage({ id: "protection.title" })}
          href={urlOf("limits")}
          onPress={() => props.open(urlOf("limits"))}
        />
      </List>
    </Page>
  )
}

interface PartProps extends HomeViewProps {
  /** All queries of the page. */
  readonly all: readonly Loadable<unknown>[]
}

const Balance = (props: PartProps) => {
  const intl = useIntl()
  const format = useFormat()
  const { atMs, failure, isFromCache } = props.wallet
  const isOnItsWay = isFromCache && failure === undefined && atMs !== undefined
  const note = isOnItsWay
    ? intl.formatMessage({ id: "shell.known-at" }, { time: format.dateTime(atMs) })
    : undefined
  const hero = (wallet?: WalletSummary, stale?: boolean) => (
    <Card>
      <BalanceHero
        label={intl.formatMessage({ id: "home.available" })}
        amount={wallet?.available}
        size="large"
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
      <Loaded query={products} among={all} skeleton={<StockCardsSkeleton label={title} />}>
        {(known) =>
          known.length === 0 ? (
            <EmptyState glyph={glyphMarket} text={intl.formatMessage({ id: "home.top-stocks.empty" })} />
          ) : (
            <CardRow label={title}>
              {known.map((product) => (
                <StockCard
                  key={product.id}
                  product={product}
                  onPurchase={() => open(urlOf("order", { product: product.id }))}
                />
              ))}
            </CardRow>
          )
        }
      </Loaded>
    </ListGroup>
  )
}

/** Skeletons as high as the cards, so that nothing below moves. */
const StockCardsSkeleton = ({ label }: { readonly label: string }) => (
  <CardRow label={label}>
    <Card>
      <Skeleton shape={["noted", "figure", "figure", "figure", "noted", "block", "block"]} />
    </Card>
  </CardRow>
)

/** Removes a banner's link if its host is not allowed. */
const allowed = (link: string | null, hosts: readonly string[]): string | null =>
  link !== null && isAllowedLink(link, hosts) ? link : null

const livePlace = <div className={styles.total} aria-hidden="true" />

/** Loaded after the balance is shown. */
const liveHome = codeOf(() => import("./live-home.tsx"))

export const Home = () => {
  const { open } = usePageNavigation()
  const wallet = useWallet()
  const amounts = useAmountsHidden()
  const config = useConfig()
  const banners = useQuery("banners", {})
  const messages = useQuery("placards", {})
  const products = useQuery("products", {})
  const { code } = useCode(liveHome)
  const aboutUrl = (kind: AboutKind) => urlOf("agreement", { kind })
  return (
    <HomeView
      wallet={wallet}
      banners={mapLoaded(banners, (all) =>
        all.map((banner) => ({ ...banner, link: allowed(banner.link, config?.linkHosts ?? []) })),
      )}
      messages={messages}
      products={mapLoaded(products, (all) => all.filter((product) => product.recommended))}
      bell={<NoticeBell />}
      live={
        // a boundary of its own: the rest of home stays while the member's actors are loaded
        <Suspense fallback={livePlace}>
          {code ? (
            <code.LiveHome
              wallet={wallet.data}
              stale={wallet.isFromCache === true || wallet.failure !== undefined}
              products={products.data ?? []}
              isHidden={amounts.areHidden}
            />
          ) : (
            livePlace
          )}
        </Suspense>
      }
      doubts={<OperationsNotice />}
      amounts={amounts}
      open={open}
      aboutHref={aboutUrl}
      onAbout={(kind) => open(aboutUrl(kind))}
    />
  )
}

export interface MessageLineProps {
  /** Newest first. */
  readonly messages: readonly Placard[]
}

/** The newest site message; a tap opens all of them in a sheet. */
const MessageLine = ({ messages }: MessageLineProps) => {
  const intl = useIntl()
  const format = useFormat()
  const [open, setOpen] = useState(false)
  useOverlay(open, () => setOpen(false))
  const [newest] = messages
  if (!newest) return null
  const title = intl.formatMessage({ id: "home.messages" })
  return (
    <>
      <button type="button" className={styles.line} onClick={() => setOpen(true)}>
        <Icon glyph={glyphMessage} size={20} label={title} />
        <span className={styles.words}>{newest.placardContent}</span>
        <Icon glyph={glyphChevron} size={16} />
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={title}>
        <ul className={styles.all}>
          {messages.map((message) => (
            <li key={message.id} className={styles.message}>
              <p>{message.placardContent}</p>
              <p className={styles.date}>{format.dateTime(message.atMs)}</p>
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  )
}

type AboutKind = "company" | "culture" | "awards" | "risk"

export interface AboutSectionsProps {
  readonly hrefOf: (kind: AboutKind) => string
  readonly onOpen: (kind: AboutKind) => void
}

const sections = [
  { kind: "company", glyph: glyphBuilding },
  { kind: "culture", glyph: glyphPeople },
  { kind: "awards", glyph: glyphAward },
  { kind: "risk", glyph: glyphShield },
] as const

/** Links to the articles about company, culture, awards and risk protection. */
const AboutSections = ({ hrefOf, onOpen }: AboutSectionsProps) => {
  const intl = useIntl()
  return (
    <ul className={styles.sections}>
      {sections.map(({ kind, glyph }) => (
        <li key={kind}>
          <a
            className={styles.section}
            href={hrefOf(kind)}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
              event.preventDefault()
              onOpen(kind)
            }}
          >
            <Icon glyph={glyph} />
            <span className={styles.title}>{intl.formatMessage({ id: `home.about.${kind}` })}</span>
            <span className={styles.text}>{intl.formatMessage({ id: `home.about.${kind}.text` })}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

export interface BannerCarouselProps {
  readonly banners: readonly Banner[]
}

const Face = ({ banner, first }: { readonly banner: Banner; readonly first: boolean }) => {
  const content = (
    <>
      <img
        className={bannerCarouselStyles.image}
        src={banner.swipeImage}
        alt=""
        width="960"
        height="360"
        loading={first ? "eager" : "lazy"}
        fetchPriority={first ? "high" : "low"}
        decoding="async"
      />
      <span className={bannerCarouselStyles.title}>{banner.title}</span>
    </>
  )
  return banner.link === null ? (
    <div className={bannerCarouselStyles.face}>{content}</div>
  ) : (
    <a className={bannerCarouselStyles.face} href={banner.link} target="_blank" rel="noopener noreferrer">
      {content}
    </a>
  )
}

/** The banners of the home page. They advance every five seconds and can be paused. */
const BannerCarousel = ({ banners }: BannerCarouselProps) => {
  const intl = useIntl()
  if (banners.length === 0) return null
  return (
    <div className={bannerCarouselStyles.carousel}>
      <Swiper
        labels={{
          label: intl.formatMessage({ id: "home.banners" }),
          pause: intl.formatMessage({ id: "home.banners.pause" }),
          play: intl.formatMessage({ id: "home.banners.play" }),
          slide: (index, count) => intl.formatMessage({ id: "home.banner" }, { index, count }),
        }}
        autoplay
        circular
        slides={banners.map((banner, index) => ({
          id: banner.id,
          content: <Face banner={banner} first={index === 0} />,
        }))}
      />
    </div>
  )
}
