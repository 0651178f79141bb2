import { parseAmount, readingShown } from "../../domain/money.ts"
import { Field, type FieldProps } from "../../ui/Field.tsx"
import { useFormat } from "../../ui/format.ts"

/**
 * A field for an amount of naira. Under typed separators it shows how they are read, so that a point
 * from another language is noticed before the amount is sent.
 */
export const AmountField = ({ hint, ...props }: Omit<FieldProps, "kind" | "large" | "prefix">) => {
  const format = useFormat()
  const parsed = parseAmount(props.value, format.separators)
  const isShown = parsed.ok && readingShown(props.value, format.separators) !== null
  const shown = isShown ? (
    <>
      <div>= {format.amount(parsed.amount)}</div>
      {hint}
    </>
  ) : (
    hint
  )
  return <Field {...props} kind="decimal" large prefix="₦" hint={shown} />
}
