import { useIntl } from "react-intl"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useServerNow } from "../../runtime/hooks/use-quotes.ts"
import { Badge } from "../../ui/Badge.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphClock } from "../../ui/glyphs.ts"
import { Notice } from "../../ui/Notice.tsx"

/** The waiting time of new destinations as text; null without one. */
const useCoolingOff = (): string | null => {
  const format = useFormat()
  const ms = useConfig()?.coolingOffMs ?? 0
  return ms > 0 ? format.duration(ms, "long") : null
}

/** Says beforehand how long a new destination waits, and why; nothing where none waits. */
export const CoolingOffNote = () => {
  const intl = useIntl()
  const time = useCoolingOff()
  if (time === null) return null
  return <Notice>{intl.formatMessage({ id: "destination.cooling-off.note" }, { time })}</Notice>
}

/** Says that a destination that is added again waits again; nothing where none waits. */
export const CoolingOffAgain = () => {
  const intl = useIntl()
  const time = useCoolingOff()
  return time === null ? null : <> {intl.formatMessage({ id: "destination.cooling-off.again" }, { time })}</>
}

/** The remaining cooling-off period of a new destination; nothing once it can be used. */
export const CoolingOffBadge = ({ usableAtMs }: { readonly usableAtMs: number }) => {
  const intl = useIntl()
  const format = useFormat()
  const leftMs = usableAtMs - useServerNow()
  if (leftMs <= 0) return null
  const time = format.duration(leftMs, "long")
  return (
    <Badge tone="warning" glyph={glyphClock}>
      {intl.formatMessage({ id: "destination.cooling-off" }, { time })}
    </Badge>
  )
}
