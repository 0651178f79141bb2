import { useIntl } from "react-intl"
import { Field } from "../ui/Field.tsx"
import { glyphSearch } from "../ui/glyphs.ts"
import { Icon } from "../ui/Icon.tsx"

/** Filter for a list: rows must contain each word. */
export const FilterField = ({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (value: string) => void
}) => {
  const label = useIntl().formatMessage({ id: "inspect.filter" })
  return (
    <Field
      label={label}
      hideLabel
      kind="search"
      placeholder={label}
      prefix={<Icon glyph={glyphSearch} size={20} />}
      value={value}
      onChange={onChange}
    />
  )
}
