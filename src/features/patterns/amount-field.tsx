import { parseAmount, readingShown } from "../../domain/money.ts"
import { Field, type FieldProps } from "../../ui/Field.tsx"
import { useFormat } from "../../ui/format.ts"

/**
 * A field for an amount of naira. Beside typed separators it shows how they are read, so that a
 * point from another language is noticed before the amount is sent.
 */
export const AmountField = (props: Omit<FieldProps, "kind" | "large" | "prefix" | "suffix">) => {
  const format = useFormat()
  const parsed = parseAmount(props.value, format.separators)
  const isShown = parsed.ok && readingShown(props.value, format.separators) !== null
  const reading = isShown ? `= ${format.amount(parsed.amount)}` : undefined
  return <Field {...props} kind="decimal" large prefix="₦" suffix={reading} />
}
