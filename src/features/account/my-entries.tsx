import { type ReactNode, useState } from "react"
import { useIntl } from "react-intl"
import type { User } from "../../domain/entities.ts"
import { APP_VERSION, APP_VERSION_CODE, CONFIGURATION_VERSION, type Locale } from "../../domain/limits.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { useFormat } from "../../ui/format.ts"
import {
  glyphBank,
  glyphBell,
  glyphChart,
  glyphClock,
  glyphDocument,
  glyphGauge,
  glyphGift,
  glyphHoldings,
  glyphLock,
  glyphLogout,
  glyphMarket,
  glyphMessage,
  glyphQr,
  glyphReceipt,
  glyphShield,
  glyphUser,
  glyphWallet,
} from "../../ui/glyphs.ts"
import { type Glyph, glyphExternal, glyphLanguage, glyphTheme } from "../../ui/Icon.tsx"
import { List, ListGroup, ListRow } from "../../ui/List.tsx"
import type { MessageId } from "../../ui/message-id.ts"
import { useText } from "../../ui/use-text.ts"
import { languageNames } from "../settings/language-names.ts"
import {
  type ColoursChoice,
  ColoursSheet,
  LanguageSheet,
  type ThemeChoice,
  ThemeSheet,
} from "../settings/preferences.tsx"
import styles from "./my.module.css"

export interface MyEntriesProps {
  readonly user: User
  readonly open: (url: string) => void
  readonly openTab: (url: string) => void
  readonly onService: () => void
  readonly locale: Locale
  readonly onLocale: (locale: Locale) => void
  readonly theme: ThemeChoice
  readonly onTheme: (theme: ThemeChoice) => void
  readonly colours: ColoursChoice
  readonly onColours: (colours: ColoursChoice) => void
  /** Pages elsewhere, each of which opens in a window of its own. */
  readonly pages: readonly { readonly name: string; readonly url: string }[]
  /** The address under which the app is published; undefined until it is known. */
  readonly address: string | undefined
  /** Undefined where WeChat is not set up. */
  readonly weChat: WeChatEntryProps | undefined
  /** Asks whether to log out; the frame shows the question. */
  readonly onLogout: () => void
}

interface WeChatEntryProps {
  readonly isLinked: boolean
  /** Why the account was not linked. */
  readonly problem: ReactNode
  readonly onLink: () => void
}

const verificationTones = {
  none: "neutral",
  pending: "warning",
  verified: "success",
  rejected: "danger",
} as const

/** The grouped list below the identity card. */
export const MyEntries = (props: MyEntriesProps) => (
  <div className={styles.groups}>
    <MoneyEntries {...props} />
    <PaymentEntries {...props} />
    <AccountEntries {...props} />
    <HelpEntries {...props} />
    <AppEntries {...props} />
    <OutsidePages {...props} />
    <Logout {...props} />
    <About {...props} />
  </div>
)

const useRow = (open: (url: string) => void) => {
  const intl = useIntl()
  return (id: MessageId, glyph: Glyph, url: string) => ({
    title: intl.formatMessage({ id }),
    glyph,
    href: url,
    onPress: () => open(url),
  })
}

const MoneyEntries = ({ open, openTab }: MyEntriesProps) => {
  const intl = useIntl()
  const row = useRow(open)
  const tabRow = useRow(openTab)
  return (
    <ListGroup title={intl.formatMessage({ id: "my.money" })}>
      <List>
        <ListRow {...row("my.wallet", glyphWallet, urlOf("wallet"))} />
        <ListRow {...tabRow("my.holdings", glyphHoldings, urlOf("hold"))} />
        <ListRow {...row("my.transactions", glyphClock, urlOf("hold-record"))} />
        <ListRow {...row("results.title", glyphChart, urlOf("hold-results"))} />
        <ListRow {...row("my.details", glyphReceipt, urlOf("income-record"))} />
        <ListRow {...row("alerts.title", glyphBell, urlOf("alerts"))} />
      </List>
    </ListGroup>
  )
}

const PaymentEntries = ({ open, user }: MyEntriesProps) => {
  const intl = useIntl()
  const format = useFormat()
  const row = useRow(open)
  return (
    <ListGroup title={intl.formatMessage({ id: "my.payment" })}>
      <List>
        <ListRow
          {...row("my.bank-cards", glyphBank, urlOf("bank-list"))}
          value={format.number(user.bankCards)}
        />
        <ListRow
          {...row("my.crypto", glyphQr, urlOf("usdt-list"))}
          value={format.number(user.cryptoAddresses)}
        />
      </List>
    </ListGroup>
  )
}

const AccountEntries = ({ open, user, weChat }: MyEntriesProps) => {
  const intl = useIntl()
  const row = useRow(open)
  const verification = intl.formatMessage({ id: `my.verification.${user.verification}` })
  return (
    <ListGroup title={intl.formatMessage({ id: "my.account" })}>
      <List>
        <ListRow
          {...row("my.real-name", glyphUser, urlOf("realname"))}
          value={<Badge tone={verificationTones[user.verification]}>{verification}</Badge>}
        />
        <ListRow
          {...row("my.credit", glyphGauge, urlOf("credit"))}
          value={intl.formatMessage({ id: "my.credit.points" }, { points: user.creditScore })}
        />
        <ListRow {...row("my.password", glyphLock, urlOf("reset-password"))} />
        <ListRow {...row("my.logins", glyphShield, urlOf("logins"))} />
        <ListRow {...row("protection.title", glyphGauge, urlOf("limits"))} />
        {weChat ? <WeChatEntry {...weChat} /> : null}
      </List>
    </ListGroup>
  )
}

const WeChatEntry = ({ isLinked, problem, onLink }: WeChatEntryProps) => {
  const intl = useIntl()
  return (
    <ListRow
      glyph={glyphMessage}
      title={intl.formatMessage({ id: "wechat.link" })}
      subtitle={problem ? <span role="alert">{problem}</span> : undefined}
      value={
        isLinked ? <Badge tone="success">{intl.formatMessage({ id: "wechat.linked" })}</Badge> : undefined
      }
      onPress={onLink}
    />
  )
}

const HelpEntries = ({ open, onService }: MyEntriesProps) => {
  const intl = useIntl()
  const row = useRow(open)
  return (
    <ListGroup title={intl.formatMessage({ id: "my.help" })}>
      <List>
        <ListRow glyph={glyphMessage} title={intl.formatMessage({ id: "my.service" })} onPress={onService} />
        <ListRow {...row("my.promote", glyphGift, urlOf("promote"))} />
        <ListRow {...row("agreement.title", glyphDocument, urlOf("agreement"))} />
        <ListRow {...row("my.agreements", glyphDocument, urlOf("agreement", { kind: "agreement" }))} />
      </List>
    </ListGroup>
  )
}

const AppEntries = ({ locale, onLocale, theme, onTheme, colours, onColours }: MyEntriesProps) => {
  const intl = useIntl()
  const [choosing, setChoosing] = useState<"language" | "theme" | "colours">()
  const close = () => setChoosing(undefined)
  useOverlay(choosing !== undefined, close)
  return (
    <ListGroup title={intl.formatMessage({ id: "my.app" })}>
      <List>
        <ListRow
          glyph={glyphLanguage}
          title={intl.formatMessage({ id: "preferences.language" })}
          value={<span lang={languageNames[locale].tag}>{languageNames[locale].name}</span>}
          onPress={() => setChoosing("language")}
        />
        <ListRow
          glyph={glyphTheme}
          title={intl.formatMessage({ id: "preferences.theme" })}
          value={intl.formatMessage({ id: `preferences.theme.${theme}` })}
          onPress={() => setChoosing("theme")}
        />
        <ListRow
          glyph={glyphMarket}
          title={intl.formatMessage({ id: "preferences.colours" })}
          value={intl.formatMessage({ id: `preferences.colours.${colours}` })}
          onPress={() => setChoosing("colours")}
        />
      </List>
      <LanguageSheet open={choosing === "language"} chosen={locale} onChoose={onLocale} onClose={close} />
      <ThemeSheet open={choosing === "theme"} chosen={theme} onChoose={onTheme} onClose={close} />
      <ColoursSheet open={choosing === "colours"} chosen={colours} onChoose={onColours} onClose={close} />
    </ListGroup>
  )
}

/** Pages of the operator elsewhere; nothing without one. */
const OutsidePages = ({ pages }: Pick<MyEntriesProps, "pages">) => {
  const intl = useIntl()
  if (pages.length === 0) return null
  return (
    <ListGroup title={intl.formatMessage({ id: "my.pages" })}>
      <List>
        {pages.map(({ name, url }) => (
          <ListRow
            key={name}
            glyph={glyphExternal}
            title={name}
            subtitle={new URL(url).host}
            href={url}
            external
          />
        ))}
      </List>
    </ListGroup>
  )
}

/** The address of the app, and both versions that the specification names. */
const About = ({ address }: Pick<MyEntriesProps, "address">) => {
  const text = useText()
  return (
    <footer className={styles.about}>
      {address === undefined ? null : (
        <p>
          {text("my.address")} {address}
        </p>
      )}
      <p>
        {text("my.version.app")} {APP_VERSION} ({APP_VERSION_CODE})
      </p>
      <p>
        {text("my.version.configuration")} {CONFIGURATION_VERSION}
      </p>
    </footer>
  )
}

const Logout = ({ onLogout }: MyEntriesProps) => {
  const intl = useIntl()
  return (
    <List>
      <ListRow
        glyph={glyphLogout}
        tone="danger"
        chevron={false}
        title={intl.formatMessage({ id: "my.logout" })}
        onPress={onLogout}
      />
    </List>
  )
}
