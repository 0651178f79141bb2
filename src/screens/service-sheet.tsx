import { useIntl } from "react-intl"
import { useOverlay } from "../actors/context/page.tsx"
import { useQuery } from "../actors/context/query.ts"
import type { CustomerService } from "../domain/entities.ts"
import { glyphExternal, glyphMessage } from "../ui/glyphs.ts"
import { List, ListRow } from "../ui/List.tsx"
import { Sheet } from "../ui/Sheet.tsx"
import { Skeleton } from "../ui/Skeleton.tsx"
import styles from "./form-page.module.css"
import { type Loadable, Loaded } from "./loaded.tsx"

export interface ServiceSheetProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** How to reach customer service. */
export const ServiceSheet = ({ open, onClose }: ServiceSheetProps) => {
  const intl = useIntl()
  useOverlay(open, onClose)
  return (
    <Sheet open={open} onClose={onClose} title={intl.formatMessage({ id: "service.title" })}>
      {open ? <Asked /> : null}
    </Sheet>
  )
}

const Asked = () => <ServiceView service={useQuery("customerService", {})} />

/** Name, hours, and the ways there are. */
export const ServiceView = ({ service }: { readonly service: Loadable<CustomerService> }) => {
  const intl = useIntl()
  return (
    <Loaded query={service} skeleton={<Skeleton shape="row" count={2} />}>
      {({ name, hours, email, url }) => (
        <div className={styles.group}>
          <p>{intl.formatMessage({ id: "service.hours" }, { name, hours })}</p>
          <List>
            {email === null ? null : (
              <ListRow
                glyph={glyphMessage}
                title={intl.formatMessage({ id: "service.email" })}
                subtitle={email}
                href={`mailto:${email}`}
              />
            )}
            {url === null ? null : (
              <ListRow
                glyph={glyphExternal}
                title={intl.formatMessage({ id: "service.chat" })}
                subtitle={url}
                href={url}
              />
            )}
          </List>
        </div>
      )}
    </Loaded>
  )
}
