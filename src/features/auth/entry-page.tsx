import { lazy, type ReactNode, useState } from "react"
import { useIntl } from "react-intl"
import { urlOf } from "../../navigation/routes.ts"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { useLocale, useTheme } from "../../runtime/hooks/use-preferences.ts"
import { Button } from "../../ui/Button.tsx"
import { classes } from "../../ui/classes.ts"
import { glyphCheck, glyphLanguage, glyphTheme, Icon } from "../../ui/Icon.tsx"
import { SimulatedLabel } from "../../ui/Notice.tsx"
import { Wordmark } from "../../ui/Wordmark.tsx"
import { LazyBoundary } from "../patterns/error-boundary.tsx"
import { LossRate } from "../patterns/loss-rate.tsx"
import { languageNames } from "../settings/language-names.ts"
import styles from "./entry-page.module.css"

const LanguageSheet = lazy(() =>
  import("../settings/preferences.tsx").then((m) => ({ default: m.LanguageSheet })),
)
const ServiceSheet = lazy(() =>
  import("../site/service-sheet.tsx").then((m) => ({ default: m.ServiceSheet })),
)
const ThemeSheet = lazy(() => import("../settings/preferences.tsx").then((m) => ({ default: m.ThemeSheet })))

export interface EntryPageProps {
  /** The heading above the fields. */
  readonly title: ReactNode
  readonly children: ReactNode
  /** A form that fills a phone: the tagline is shown where there is room. */
  readonly isLong?: boolean | undefined
}

/**
 * The frame of the pages before login: wordmark, form and risk notice; in a wide window a panel
 * that explains a contract, risk first.
 */
export const EntryPage = (props: EntryPageProps) => {
  const intl = useIntl()
  return (
    <div className={classes(styles.page, props.isLong && styles.long)}>
      <div className={styles.scroller} data-scroller="">
        <header className={styles.corner}>
          <Wordmark />
          <PreferenceButtons />
        </header>
        <main className={styles.main}>
          <div className={styles.intro}>
            <p className={styles.tagline}>{intl.formatMessage({ id: "entry.tagline" })}</p>
          </div>
          <section className={styles.form} aria-labelledby="entry-title">
            <h1 id="entry-title" className={styles.title}>
              {props.title}
            </h1>
            {props.children}
          </section>
        </main>
        <footer className={styles.small}>
          <div className={styles.service}>
            <ServiceButton />
          </div>
          <SimulatedLabel />
          <p>{intl.formatMessage({ id: "entry.risk" })}</p>
          {props.isLong ? null : <LossRate />}
        </footer>
      </div>
      <ContractIntroduction />
    </div>
  )
}

const PreferenceButtons = () => {
  const intl = useIntl()
  const { locale, setLocale } = useLocale()
  const { theme, setTheme } = useTheme()
  const [choosing, setChoosing] = useState<"language" | "theme">()
  const [isWanted, setWanted] = useState(false)
  const choose = (what: "language" | "theme") => {
    setWanted(true)
    setChoosing(what)
  }
  const close = () => setChoosing(undefined)
  useOverlay(choosing !== undefined, close)
  const { name, tag } = languageNames[locale]
  const appearance = intl.formatMessage({ id: "preferences.theme" })
  return (
    <div className={styles.choices}>
      <button type="button" className={styles.choice} onClick={() => choose("language")}>
        <Icon glyph={glyphLanguage} size={20} />
        <span className="visually-hidden">{intl.formatMessage({ id: "preferences.language" })}: </span>
        <span lang={tag} className={styles.language}>
          {name}
        </span>
      </button>
      <button
        type="button"
        className={styles.choice}
        aria-label={appearance}
        title={appearance}
        onClick={() => choose("theme")}
      >
        <Icon glyph={glyphTheme} size={20} />
      </button>
      {isWanted ? (
        <LazyBoundary onFail={close}>
          <LanguageSheet
            open={choosing === "language"}
            chosen={locale}
            onChoose={setLocale}
            onClose={close}
          />
          <ThemeSheet open={choosing === "theme"} chosen={theme} onChoose={setTheme} onClose={close} />
        </LazyBoundary>
      ) : null}
    </div>
  )
}

/** Opens customer service for visitors who cannot log in. */
const ServiceButton = () => {
  const intl = useIntl()
  const [open, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        size="small"
        tone="quiet"
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        {intl.formatMessage({ id: "my.service" })}
      </Button>
      {isWanted ? (
        <LazyBoundary onFail={close}>
          <ServiceSheet open={open} onClose={close} />
        </LazyBoundary>
      ) : null}
    </>
  )
}

const points = ["entry.point.loss", "entry.point.check", "entry.point.costs"] as const

const ContractIntroduction = () => {
  const intl = useIntl()
  return (
    <aside className={styles.story}>
      <svg className={styles.drawing} viewBox="0 0 400 220" fill="none" aria-hidden="true" focusable="false">
        <path className={styles.grid} d="M0 40H400M0 80H400M0 120H400M0 160H400" />
        <path className={styles.fall} d="M0 118V190H400V118Z" />
        <path className={styles.floor} d="M0 190H400" />
        <path className={styles.level} d="M0 118H400" />
        <path
          className={styles.line}
          d="M0 118l18-9 17 15 19-24 16 8 20-22 17 12 19-26 17 14 18 21 19-8 16 24 20 12 18-10 17 27 19-12 18 23 17-16 19 21 18-9 18 13 20-10"
        />
        <circle className={styles.now} cx="380" cy="162" r="5" />
      </svg>
      <p className={styles.statement}>{intl.formatMessage({ id: "entry.statement" })}</p>
      <ul className={styles.points}>
        {points.map((id) => (
          <li key={id} className={styles.point}>
            <Icon glyph={glyphCheck} size={20} />
            <span>{intl.formatMessage({ id })}</span>
          </li>
        ))}
      </ul>
    </aside>
  )
}

/** Links side by side below the button. */
export const EntryLinks = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.links}>{children}</div>
)

/** The URL of the article on a topic; the page asks the server which article that is. */
export const topicUrl = (topic: "help" | "password"): string => urlOf("agreement", { topic })
