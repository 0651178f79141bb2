import { useIntl } from "react-intl"
import type { CryptoAddress } from "../../domain/cash.ts"
import { urlOf } from "../../navigation/routes.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { useAddressRemoval } from "../../runtime/hooks/use-removal.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { glyphPlus, glyphQr } from "../../ui/glyphs.ts"
import { Notice } from "../../ui/Notice.tsx"
import { useText } from "../../ui/use-text.ts"
import { mapLoaded } from "../patterns/loaded.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { CoolingOffAgain } from "./cooling-off.tsx"
import styles from "./destination-list.module.css"
import { DestinationList } from "./destination-list.tsx"

/** The member's crypto addresses in full, so that they can be compared. */
export const UsdtList = () => {
  const intl = useIntl()
  const text = useText()
  const { open } = usePageNavigation()
  const addresses = useQuery("cryptoAddresses", {})
  const { removal, restoration } = useAddressRemoval(addresses.data)
  const items = mapLoaded(addresses, (known) =>
    known.map((address) => ({
      id: address.id,
      title: address.network,
      subtitle: <Address of={address} />,
      usableAtMs: address.usableAtMs,
    })),
  )
  return (
    <SubPage
      width="form"
      title={text("usdt.title")}
      footer={
        <div className={styles.actions}>
          <Button glyph={glyphPlus} wide onClick={() => open(urlOf("usdt-add"))}>
            {text("usdt.list.add")}
          </Button>
          <Button tone="secondary" wide onClick={() => open(urlOf("usdt-add-ex"))}>
            {text("usdt.list.add-exchange")}
          </Button>
        </div>
      }
    >
      {restoration ? (
        <Notice
          announced
          action={
            <Button size="small" tone="secondary" busy={restoration.busy} onClick={restoration.onUndo}>
              {text("usdt.undo")}
            </Button>
          }
        >
          {intl.formatMessage({ id: "usdt.removed" }, { network: restoration.address.network })}
          <CoolingOffAgain />
        </Notice>
      ) : null}
      <DestinationList
        items={items}
        glyph={glyphQr}
        label={text("usdt.title")}
        emptyText={text("usdt.empty")}
        removal={removal}
        removeTitle={text("usdt.remove.question")}
        removeText={(item) => intl.formatMessage({ id: "usdt.remove.text" }, { network: item.title })}
      />
    </SubPage>
  )
}

/** The address in full, its tag, and the mark of an exchange. */
const Address = ({ of }: { readonly of: CryptoAddress }) => {
  const intl = useIntl()
  return (
    <span className={styles.below}>
      <span className={styles.address} translate="no">
        {of.address}
      </span>
      {of.tag === undefined ? null : (
        <span className={styles.tag}>{intl.formatMessage({ id: "usdt.tag.of" }, { tag: of.tag })}</span>
      )}
      {of.exchange ? <Badge>{intl.formatMessage({ id: "usdt.exchange" })}</Badge> : null}
    </span>
  )
}
