import { useRef } from "react"
import { useIntl } from "react-intl"
import { IconButton } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { glyphSearch } from "../../ui/glyphs.ts"
import { glyphClose, Icon } from "../../ui/Icon.tsx"

export interface ProductSearchProps {
  readonly value: string
  readonly onChange: (text: string) => void
}

/** The field that filters products by symbol and name. */
export const ProductSearch = ({ value, onChange }: ProductSearchProps) => {
  const intl = useIntl()
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const label = intl.formatMessage({ id: "market.search" })
  const clear = () => {
    onChange("")
    input.current?.focus()
  }
  return (
    <Field
      ref={input}
      kind="search"
      hideLabel
      label={label}
      placeholder={label}
      prefix={<Icon glyph={glyphSearch} size={20} />}
      suffix={
        value === "" ? undefined : (
          <IconButton
            glyph={glyphClose}
            label={intl.formatMessage({ id: "market.search.clear" })}
            onClick={clear}
          />
        )
      }
      enterKeyHint="search"
      value={value}
      onChange={onChange}
    />
  )
}
