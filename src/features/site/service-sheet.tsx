import { useIntl } from "react-intl"
import { isAllowedLink } from "../../domain/links.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { glyphDocument, glyphMessage } from "../../ui/glyphs.ts"
import { glyphExternal } from "../../ui/Icon.tsx"
import { List, ListRow } from "../../ui/List.tsx"
import { Sheet } from "../../ui/Sheet.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { useText } from "../../ui/use-text.ts"
import styles from "../patterns/form-view.module.css"
import { Loaded, mapLoaded } from "../patterns/loaded.tsx"

export interface ServiceSheetProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** Name, hours and contact options of customer service; the help articles are always one. */
export const ServiceSheet = ({ open, onClose }: ServiceSheetProps) => {
  const intl = useIntl()
  useOverlay(open, onClose)
  return (
    <Sheet open={open} onClose={onClose} title={intl.formatMessage({ id: "service.title" })}>
      {open ? <LoadedService onClose={onClose} /> : null}
    </Sheet>
  )
}

const LoadedService = ({ onClose }: Pick<ServiceSheetProps, "onClose">) => {
  const { open } = usePageNavigation()
  const text = useText()
  const hosts = useConfig()?.linkHosts ?? []
  const service = mapLoaded(useQuery("customerService", {}), (known) =>
    isAllowedLink(known.url ?? "", hosts) ? known : { ...known, url: null },
  )
  const help = urlOf("agreement", { kind: "help" })
  const onHelp = () => {
    onClose()
    open(help)
  }
  return (
    <div className={styles.group}>
      <Loaded query={service} skeleton={<Skeleton count={2} />}>
        {({ name, hours, email, url }) => (
          <>
            <p>
              <strong>{name}</strong>
            </p>
            <p>{hours}</p>
            {email === null && url === null ? null : (
              <List>
                {email === null ? null : (
                  <ListRow
                    glyph={glyphMessage}
                    title={text("service.email")}
                    subtitle={email}
                    href={`mailto:${email}`}
                  />
                )}
                {url === null ? null : (
                  <ListRow
                    glyph={glyphExternal}
                    title={text("service.chat")}
                    subtitle={url}
                    href={url}
                    external
                  />
                )}
              </List>
            )}
          </>
        )}
      </Loaded>
      <List>
        <ListRow glyph={glyphDocument} title={text("service.articles")} href={help} onPress={onHelp} />
      </List>
    </div>
  )
}
