import { useState } from "react"
import { useIntl } from "react-intl"
import { LEVEL_CONTRACTS, LEVEL_DAYS } from "../../domain/limits.ts"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { glyphInfo } from "../../ui/glyphs-basic.ts"
import { Sheet } from "../../ui/Sheet.tsx"
import styles from "./my.module.css"

/** In the order in which `levelOf` of the server counts them. */
const STEPS = ["verified", "deposit", "contracts", "tenure"] as const

/** The member's level; a tap explains how levels are counted. */
export const LevelBadge = ({ level }: { readonly level: number }) => {
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
          <p>{intl.formatMessage({ id: "level.text" }, { level, most: STEPS.length + 1 })}</p>
          <ul className={styles.bullets}>
            {STEPS.map((step) => (
              <li key={step}>
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
