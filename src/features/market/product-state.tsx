import { useIntl } from "react-intl"
import type { Product } from "../../domain/entities.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Notice } from "../../ui/Notice.tsx"

/** A badge for a product that is sold out or closed; nothing while it can be bought. */
export const ProductStateBadge = ({ product }: { readonly product: Product }) => {
  const intl = useIntl()
  if (product.soldOut) return <Badge tone="warning">{intl.formatMessage({ id: "product.sold-out" })}</Badge>
  return product.isOpen ? null : <Badge>{intl.formatMessage({ id: "product.closed" })}</Badge>
}

/** Says that the product is sold out or closed; nothing while it can be bought. */
export const ProductStateNotice = ({ product }: { readonly product: Product }) => {
  const intl = useIntl()
  if (product.soldOut) return <Notice tone="warning">{intl.formatMessage({ id: "trade.sold-out" })}</Notice>
  return product.isOpen ? null : <Notice tone="warning">{intl.formatMessage({ id: "trade.closed" })}</Notice>
}
