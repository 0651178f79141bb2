import { type ReactNode, useState } from "react"
import { useIntl } from "react-intl"
import type { Product } from "../../domain/entities.ts"
import { Field } from "../../ui/Field.tsx"
import { glyphSearch } from "../../ui/glyphs.ts"
import { Icon } from "../../ui/Icon.tsx"
import { List, ListRow } from "../../ui/List.tsx"
import { Sheet } from "../../ui/Sheet.tsx"
import { EmptyState } from "../../ui/StateView.tsx"
import { ProductStateBadge } from "../market/market-notices.tsx"
import { searchProducts } from "../market/products.ts"
import styles from "./symbol-picker.module.css"

export interface SymbolPickerProps {
  readonly open: boolean
  readonly products: readonly Product[]
  readonly current: Product | undefined
  readonly onPick: (product: Product) => void
  readonly onClose: () => void
  /** Renders the live price and change of a product. */
  readonly renderPrice: (product: Product) => ReactNode
}

/** A sheet to search and choose another symbol. */
export const SymbolPicker = (props: SymbolPickerProps) => {
  const intl = useIntl()
  const [search, setSearch] = useState("")
  const found = searchProducts(props.products, search)
  const label = intl.formatMessage({ id: "market.search" })
  return (
    <Sheet open={props.open} onClose={props.onClose} title={intl.formatMessage({ id: "trade.pick" })}>
      <div className={styles.picker}>
        <Field
          kind="search"
          hideLabel
          label={label}
          placeholder={label}
          prefix={<Icon glyph={glyphSearch} size={20} />}
          value={search}
          onChange={setSearch}
        />
        {found.length === 0 ? (
          <EmptyState text={intl.formatMessage({ id: "market.nothing-found" }, { text: search.trim() })} />
        ) : (
          <List label={intl.formatMessage({ id: "market.products" })}>
            {found.map((product) => (
              <ListRow
                key={product.id}
                title={
                  <>
                    <span translate="no">{product.symbol}</span> <ProductStateBadge product={product} />
                  </>
                }
                subtitle={product.name}
                value={props.renderPrice(product)}
                current={product.id === props.current?.id}
                chevron={false}
                onPress={() => props.onPick(product)}
              />
            ))}
          </List>
        )}
      </div>
    </Sheet>
  )
}
