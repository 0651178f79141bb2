import { INPUT_MAX_LENGTH } from "../../../src/domain/limits.ts"
import { Field } from "../../../src/ui/Field.tsx"
import type { Mount } from "./mount.ts"

/**
 * The framework takes any value: all but numbers, also as text, mean the default. A negative number
 * means no limit.
 */
const maxLengthOf = (maxlength: unknown): number => {
  const isReadable = typeof maxlength === "number" || typeof maxlength === "string"
  const length = isReadable ? Number(maxlength) : INPUT_MAX_LENGTH
  return Number.isNaN(length) ? INPUT_MAX_LENGTH : length
}

/**
 * The product's field with the `maxlength` of a case. `limit` returns the limit of the input
 * element.
 */
export const mount: Mount = ({ root, show }, { maxlength, kind }) => {
  show(
    <Field
      label="Text"
      value=""
      onChange={() => {}}
      maxLength={maxLengthOf(maxlength)}
      kind={kind === "textarea" ? "multiline" : "text"}
    />,
  )
  return {
    limit: () => {
      const field = root.querySelector("input, textarea")
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.maxLength
      throw new Error("there is no field")
    },
  }
}
