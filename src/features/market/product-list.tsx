import { useIntl } from "react-intl"
import type { Product } from "../../domain/entities.ts"
import { changePpm } from "../../domain/money.ts"
import { urlOf } from "../../navigation/routes.ts"
import { NO_FIGURE } from "../../ui/format.ts"
import { List, ListRow } from "../../ui/List.tsx"
import { Change, Price } from "../../ui/Price.tsx"
import { Priced } from "../../ui/price-unit.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { EmptyState } from "../../ui/StateView.tsx"
import { Loaded, refreshAll } from "../patterns/loaded.tsx"
import { usePageNavigation } from "../patterns/page-navigation.ts"
import { SubPage } from "../patterns/sub-page.tsx"
import { ProductStateBadge } from "./product-state.tsx"
import { useLiveQuote } from "./use-live-quote.ts"
import { useProducts } from "./use-products.ts"

interface ProductRowProps {
  readonly product: Product
  readonly open: (url: string) => void
}

/** A row that renders only when its own symbol changes. */
const ProductRow = ({ product, open }: ProductRowProps) => {
  const { quote, stale } = useLiveQuote(product.symbol)
  const url = urlOf("product", { id: product.id })
  return (
    <Priced symbol={product.symbol}>
      <ListRow
        title={<span translate="no">{product.symbol}</span>}
        subtitle={
          <>
            {product.name} <ProductStateBadge product={product} />
          </>
        }
        value={quote ? <Price value={quote.price} stale={stale} /> : NO_FIGURE}
        note={quote ? <Change ppm={changePpm(quote.previousClose, quote.price)} size="small" /> : undefined}
        href={url}
        onPress={() => open(url)}
      />
    </Priced>
  )
}

/** Every product with its price; a tap opens its page. */
export const ProductList = () => {
  const intl = useIntl()
  const { open, back } = usePageNavigation()
  const products = useProducts()
  const title = intl.formatMessage({ id: "market.products" })
  return (
    <SubPage money title={title} onBack={back} refresh={refreshAll(products)}>
      <Loaded query={products} skeleton={<Skeleton shape="row" count={7} />}>
        {(known) =>
          known.length === 0 ? (
            <EmptyState text={intl.formatMessage({ id: "market.empty" })} />
          ) : (
            <List label={title}>
              {known.map((product) => (
                <ProductRow key={product.id} product={product} open={open} />
              ))}
            </List>
          )
        }
      </Loaded>
    </SubPage>
  )
}
