import { Field } from "../../../src/ui/Field.tsx"
import type { Mount } from "./stage.ts"

/** The real field, with a limit that may make no sense. */
export const mount: Mount = ({ root, show }, { maxlength, kind }) => {
  const limit = typeof maxlength === "number" || typeof maxlength === "string" ? maxlength : undefined
  show(
    <Field
      label="Text"
      value=""
      onChange={() => {}}
      maxLength={limit}
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
