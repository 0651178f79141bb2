import { type FormEvent, type ReactNode, type Ref, useEffect, useRef } from "react"
import { Notice } from "../ui/Notice.tsx"

/** What a Field of a form is given: its value, what is wrong with it in words, and what the member does with it. */
export interface FieldBinding {
  readonly name: string
  readonly value: string
  readonly error?: ReactNode | undefined
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  readonly ref?: Ref<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement> | undefined
}

/** A form as a screen sees it. The focus goes to the first field with a problem by itself, by way of `ref`. */
export interface FormView<Name extends string> {
  readonly field: (name: Name) => FieldBinding
  /** A refusal that is about no field, or that no answer came. */
  readonly error: ReactNode
  readonly busy: boolean
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

export interface FormFrameProps<Name extends string> {
  readonly form: FormView<Name>
  readonly children: ReactNode
  readonly id?: string | undefined
  /** Fields that may have been filled before the code had come. */
  readonly typedBefore?: readonly Name[] | undefined
}

const NONE: readonly never[] = []

/**
 * Takes over what was typed into the prerendered page before the code had come: the browser keeps it in the elements, and the form
 * learns of it here, once.
 */
const useTypedBefore = <Name extends string>(
  element: { readonly current: HTMLFormElement | null },
  form: FormView<Name>,
  names: readonly Name[],
) => {
  const first = useRef({ form, names })
  useEffect(() => {
    const { form: known, names: fields } = first.current
    for (const name of fields) {
      const input = element.current?.elements.namedItem(name)
      const typed = input instanceof HTMLInputElement ? input.value : ""
      const { value, onChange } = known.field(name)
      if (typed !== "" && typed !== value) onChange(typed)
    }
  }, [element])
}

/** The form element: Enter submits, and a refusal about no field stands above the fields. */
export const FormFrame = <Name extends string>({ form, children, id, typedBefore }: FormFrameProps<Name>) => {
  const element = useRef<HTMLFormElement>(null)
  useTypedBefore(element, form, typedBefore ?? NONE)
  return (
    <form ref={element} id={id} method="post" noValidate onSubmit={form.onSubmit}>
      {form.error ? (
        <Notice tone="danger" announced>
          {form.error}
        </Notice>
      ) : null}
      {children}
    </form>
  )
}

/** Moves the focus to the control of that name each time it is asked for anew. */
export const useFocusOn = (
  within: { readonly current: HTMLElement | null },
  focus: { readonly field: string; readonly count: number } | null,
) => {
  const done = useRef(focus?.count)
  useEffect(() => {
    if (!focus || focus.count === done.current) return
    done.current = focus.count
    const named = `[name="${CSS.escape(focus.field)}"], [data-field="${CSS.escape(focus.field)}"] input`
    within.current?.querySelector<HTMLElement>(named)?.focus()
  }, [within, focus])
}
