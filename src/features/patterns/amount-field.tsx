import { parseAmount, readingShown } from "../../domain/money.ts"
import { Field, type FieldProps } from "../../ui/Field.tsx"
import { useFormat } from "../../ui/format.ts"

/**
 * A field for a decimal. Above its hint it shows how typed separators are read (null: nothing to
 * show), so that a point from another language is noticed before the figure is sent.
 */
export const ReadingField = ({
  hint,
  reading,
  ...props
}: Omit<FieldProps, "kind"> & { readonly reading: string | null }) => {
  const shown = (
    <>
      <div>= {reading}</div>
      {hint}
    </>
  )
  return <Field {...props} kind="decimal" hint={reading === null ? hint : shown} />
}

/** A field for an amount of naira. */
export const AmountField = (props: Omit<FieldProps, "kind" | "large" | "prefix">) => {
  const format = useFormat()
  const parsed = parseAmount(props.value, format.separators)
  const isShown = parsed.ok && readingShown(props.value, format.separators) !== null
  return <ReadingField {...props} large prefix="₦" reading={isShown ? format.amount(parsed.amount) : null} />
}
