import { useState } from "react"
import { useIntl } from "react-intl"
import type { User } from "../../domain/entities.ts"
import { LEVEL_CONTRACTS, LEVEL_DAYS, LEVEL_STEPS } from "../../domain/limits.ts"
import { isAllowedLink } from "../../domain/links.ts"
import { useOverlay, usePageShown } from "../../runtime/hooks/page-context.tsx"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useColours, useConfig, useLocale, useTheme } from "../../runtime/hooks/use-preferences.ts"
import { useProblemText } from "../../runtime/hooks/use-problem.ts"
import { useQuery, useRefreshOn } from "../../runtime/hooks/use-query.ts"
import { useSession, useWeChat } from "../../runtime/hooks/use-session.ts"
import { useCopy } from "../../runtime/hooks/use-share.ts"
import { Badge } from "../../ui/Badge.tsx"
import { IconButton } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { glyphCopy } from "../../ui/glyphs.ts"
import { glyphCheck, glyphInfo, Icon } from "../../ui/Icon.tsx"
import { SimulatedLabel } from "../../ui/Notice.tsx"
import { Page } from "../../ui/Page.tsx"
import { PageHeader } from "../../ui/PageHeader.tsx"
import { PullToRefresh, RefreshButton } from "../../ui/PullToRefresh.tsx"
import { Sheet } from "../../ui/Sheet.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { Loaded, refreshAll } from "../patterns/loaded.tsx"
import { NoticeBell } from "../patterns/notice-bell.tsx"
import { OperationsNotice } from "../patterns/operations-notice.tsx"
import { ServiceSheet } from "../site/service-sheet.tsx"
import { BalancePair, MoneyActions } from "../wallet/balance.tsx"
import styles from "./my.module.css"
import { MyEntries } from "./my-entries.tsx"

const MySkeleton = () => (
  <>
    <Card>
      <Skeleton shape="hero" />
    </Card>
    <Skeleton shape="row" count={4} />
    <Skeleton shape="row" count={4} />
  </>
)

/** The account page: identity, balance, and links to every account page. */
export const My = () => {
  const intl = useIntl()
  const { open, openTab } = usePageNavigation()
  const { user, busy, failure, refresh, askLogout } = useSession()
  const { locale, setLocale } = useLocale()
  const { theme, setTheme } = useTheme()
  const { colours, setColours } = useColours()
  const { copy, copied } = useCopy()
  const config = useConfig()
  const pages = (config?.webPage.pages ?? []).filter(({ url }) => isAllowedLink(url, config?.linkHosts ?? []))
  const address = useQuery("systemAppUrl", {})
  const [service, setService] = useState(false)
  const { isOffered, isLinked, failure: unlinked, begin } = useWeChat()
  const textOf = useProblemText()
  usePageShown(refresh)
  useRefreshOn(["member.changed"], refresh)
  const shown = {
    data: user ?? undefined,
    atMs: undefined,
    failure: failure ?? undefined,
    busy,
    onRetry: refresh,
  }
  const pulled = refreshAll(shown)
  return (
    <Page
      header={
        <PageHeader
          large
          title={intl.formatMessage({ id: "my.title" })}
          actions={
            <>
              <NoticeBell />
              <RefreshButton {...pulled} />
            </>
          }
        />
      }
    >
      <PullToRefresh {...pulled} />
      <SimulatedLabel />
      <OperationsNotice />
      <Loaded query={shown} skeleton={<MySkeleton />}>
        {(known, stale) => (
          <>
            <Card>
              <IdentityCard
                user={known}
                copied={copied === known.username}
                onCopy={() => copy(known.username)}
              />
              <BalancePair available={known.available} unavailable={known.unavailable} stale={stale}>
                <MoneyActions open={open} />
              </BalancePair>
            </Card>
            <MyEntries
              {...{ user: known, open, openTab, locale, theme, colours, pages }}
              onService={() => setService(true)}
              onLocale={setLocale}
              onTheme={setTheme}
              onColours={setColours}
              address={address.data?.url}
              weChat={
                isOffered
                  ? { isLinked, problem: unlinked ? textOf(unlinked) : null, onLink: () => begin("link") }
                  : undefined
              }
              onLogout={askLogout}
            />
          </>
        )}
      </Loaded>
      <ServiceSheet open={service} onClose={() => setService(false)} />
    </Page>
  )
}

export interface IdentityCardProps {
  readonly user: User
  readonly copied: boolean
  readonly onCopy: () => void
}

/** Username, level and verification; the username can be copied. */
const IdentityCard = ({ user, copied, onCopy }: IdentityCardProps) => {
  const intl = useIntl()
  const initial = [...user.username][0]?.toLocaleUpperCase() ?? ""
  const verified = user.verification === "verified"
  return (
    <section className={styles.identity} aria-label={intl.formatMessage({ id: "my.identity" })}>
      <span className={styles.avatar} aria-hidden="true">
        {initial}
      </span>
      <div className={styles.words}>
        <h2 className={styles.name} translate="no">
          {user.username}
        </h2>
        <div className={styles.badges}>
          <LevelBadge level={user.level} levelSteps={user.levelSteps ?? []} />
          <Badge tone={verified ? "success" : "neutral"} glyph={verified ? glyphCheck : undefined}>
            {intl.formatMessage({ id: `my.verification.${user.verification}` })}
          </Badge>
        </div>
      </div>
      <IconButton
        glyph={copied ? glyphCheck : glyphCopy}
        label={intl.formatMessage({ id: copied ? "ui.copied" : "my.copy-username" })}
        onClick={onCopy}
      />
    </section>
  )
}

/** The member's level; a tap explains how levels are counted, and ticks what the member has. */
const LevelBadge = ({ level, levelSteps = [] }: Pick<User, "level" | "levelSteps">) => {
  const intl = useIntl()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  useOverlay(open, close)
  return (
    <>
      <button type="button" className={styles.level} onClick={() => setOpen(true)}>
        <Badge glyph={glyphInfo}>{intl.formatMessage({ id: "my.level" }, { level })}</Badge>
      </button>
      <Sheet open={open} onClose={close} title={intl.formatMessage({ id: "level.title" })}>
        <div className={styles.steps}>
          <p>{intl.formatMessage({ id: "level.text" }, { level, most: LEVEL_STEPS.length + 1 })}</p>
          <ul className={styles.bullets}>
            {LEVEL_STEPS.map((step) => (
              <li key={step} data-done={levelSteps.includes(step) || undefined}>
                {levelSteps.includes(step) ? (
                  <>
                    <Icon glyph={glyphCheck} size={16} />
                    <span className="visually-hidden">
                      {intl.formatMessage({ id: "ui.timeline.done" })}:{" "}
                    </span>
                  </>
                ) : null}
                {intl.formatMessage(
                  { id: `level.step.${step}` },
                  { contracts: LEVEL_CONTRACTS, days: LEVEL_DAYS },
                )}
              </li>
            ))}
          </ul>
          <p>{intl.formatMessage({ id: "level.note" })}</p>
        </div>
      </Sheet>
    </>
  )
}
