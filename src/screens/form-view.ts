import { useEffect, useRef } from "react"
import type { Told } from "./problem-text.ts"

/** A form as a screen sees it: what was typed, what is wrong with it, and what the member does. */
export interface FormView<Field extends string> {
  readonly values: Readonly<Record<Field, string>>
  readonly problems: Readonly<Partial<Record<Field, Told>>>
  /** A refusal that is about no field. */
  readonly failure: Told | undefined
  readonly busy: boolean
  readonly onChange: (field: Field, value: string) => void
  readonly onLeave: (field: Field) => void
  readonly onSubmit: () => void
  /** How often a submit was turned back: each time the focus goes to the first field with a problem. */
  readonly turnedBack: number
}

/** The form element whose first invalid control takes the focus whenever a submit was turned back. */
export const useFocusOnProblem = (turnedBack: number) => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (turnedBack > 0) form.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus()
  }, [turnedBack])
  return form
}

/**
 * Takes over what was typed into the prerendered page before the code had come. The browser keeps it in the elements; the form learns
 * of it here, once.
 */
export const useTypedBefore = <Field extends string>(
  form: { readonly current: HTMLFormElement | null },
  view: Pick<FormView<Field>, "values" | "onChange">,
  fields: readonly Field[],
) => {
  const first = useRef({ view, fields })
  useEffect(() => {
    const { view: known, fields: names } = first.current
    for (const name of names) {
      const input = form.current?.elements.namedItem(name)
      if (input instanceof HTMLInputElement && input.value !== known.values[name])
        known.onChange(name, input.value)
    }
  }, [form])
}
