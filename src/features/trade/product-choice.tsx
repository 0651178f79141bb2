import { useIntl } from "react-intl"
import { List, ListRow } from "../../ui/List.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { EmptyState } from "../../ui/StateView.tsx"
import { ProductState } from "../market/market-row.tsx"
import { useProducts } from "../market/use-products.ts"
import { Loaded } from "../patterns/loaded.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { useGo } from "../patterns/use-go.ts"

/** For an order that names no product: which one is it about? */
export const ProductChoice = ({ onChoose }: { readonly onChoose: (id: string) => void }) => {
  const intl = useIntl()
  const { back } = useGo()
  const products = useProducts()
  return (
    <SubPage money title={intl.formatMessage({ id: "order.heading" })} onBack={back}>
      <Loaded query={products} skeleton={<Skeleton shape="row" count={6} />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState text={intl.formatMessage({ id: "market.empty" })} />
          ) : (
            <List label={intl.formatMessage({ id: "market.products" })}>
              {all.map((product) => (
                <ListRow
                  key={product.id}
                  title={<span translate="no">{product.symbol}</span>}
                  subtitle={product.name}
                  value={<ProductState product={product} />}
                  onPress={() => onChoose(product.id)}
                />
              ))}
            </List>
          )
        }
      </Loaded>
    </SubPage>
  )
}
