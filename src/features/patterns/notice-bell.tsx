import { useIntl } from "react-intl"
import { UNREAD_MAX } from "../../domain/limits.ts"
import { urlOf } from "../../navigation/routes.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useUnreadNotices } from "../../runtime/hooks/use-notices.ts"
import { IconButton } from "../../ui/Button.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphBell } from "../../ui/glyphs.ts"
import { LazyBoundary } from "./error-boundary.tsx"

const Bell = ({ unread }: { readonly unread: number }) => {
  const intl = useIntl()
  const format = useFormat()
  const { open } = usePageNavigation()
  const count = unread >= UNREAD_MAX ? `${format.number(UNREAD_MAX)}+` : format.number(unread)
  return (
    <IconButton
      glyph={glyphBell}
      label={intl.formatMessage({ id: unread === 0 ? "notices.title" : "notices.bell" }, { count: unread })}
      count={unread === 0 ? undefined : count}
      onClick={() => open(urlOf("notices"))}
    />
  )
}

const CountingBell = () => <Bell unread={useUnreadNotices()} />

const nothing = () => {}

/** Opens the notices. It shows how many are unread as soon as the server has said it. */
export const NoticeBell = () => {
  const silent = <Bell unread={0} />
  return (
    <LazyBoundary onFail={nothing} fallback={silent} pending={silent}>
      <CountingBell />
    </LazyBoundary>
  )
}
