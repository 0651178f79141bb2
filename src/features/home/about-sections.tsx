import { useIntl } from "react-intl"
import { glyphAward, glyphBuilding, glyphPeople, glyphShield } from "../../ui/glyphs.ts"
import { Icon } from "../../ui/Icon.tsx"
import styles from "./about-sections.module.css"

export type AboutKind = "company" | "culture" | "awards" | "risk"

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

/** Company introduction, corporate culture, team awards, risk protection: each leads to its article. */
export const AboutSections = ({ hrefOf, onOpen }: AboutSectionsProps) => {
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
