import { useIntl } from "react-intl"
import { Field } from "../../ui/Field.tsx"
import { glyphSearch } from "../../ui/glyphs.ts"
import { Icon } from "../../ui/Icon.tsx"

export interface ProductSearchProps {
  readonly value: string
  readonly onChange: (text: string) => void
}

/** The field that filters products by symbol and name. */
export const ProductSearch = ({ value, onChange }: ProductSearchProps) => {
  const label = useIntl().formatMessage({ id: "market.search" })
  return (
    <Field
      kind="search"
      hideLabel
      label={label}
      placeholder={label}
      prefix={<Icon glyph={glyphSearch} size={20} />}
      enterKeyHint="search"
      value={value}
      onChange={onChange}
    />
  )
}
