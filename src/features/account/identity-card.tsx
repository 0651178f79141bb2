import { useIntl } from "react-intl"
import type { User } from "../../domain/entities.ts"
import { Badge } from "../../ui/Badge.tsx"
import { glyphCopy } from "../../ui/glyphs.ts"
import { glyphCheck } from "../../ui/glyphs-basic.ts"
import { IconButton } from "../../ui/IconButton.tsx"
import styles from "./identity-card.module.css"

export interface IdentityCardProps {
  readonly user: User
  readonly copied: boolean
  readonly onCopy: () => void
}

/** Username, level and whether the name was verified; the username can be copied. */
export const IdentityCard = ({ user, copied, onCopy }: IdentityCardProps) => {
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
          <Badge>{intl.formatMessage({ id: "my.level" }, { level: user.level })}</Badge>
          <Badge tone={verified ? "up" : "neutral"} glyph={verified ? glyphCheck : undefined}>
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
