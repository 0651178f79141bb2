import { type FormEvent, type ReactNode, type Ref, useEffect, useRef } from "react"
import { Notice } from "../../ui/Notice.tsx"

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
  /** Where the focus has to go, for controls that take no `ref`: those stand in an element with `data-field`. */
  readonly focus: { readonly field: string; readonly count: number } | null
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

export interface FormFrameProps<Name extends string> {
  readonly form: FormView<Name>
  readonly children: ReactNode
  readonly id?: string | undefined
}

/** The form element: Enter submits, and a refusal about no field stands above the fields. */
export const FormFrame = <Name extends string>({ form, children, id }: FormFrameProps<Name>) => {
  const element = useRef<HTMLFormElement>(null)
  useFieldFocusWithin(element, form.focus)
  return (
    <form ref={element} id={id} method="post" noValidate onSubmit={form.onSubmit}>
      <FormError>{form.error}</FormError>
      {children}
    </form>
  )
}

/**
 * Why a form as a whole was not taken: read out at once, and brought into view, for the button that sent it may be far below. What is about one field stands at
 * that field.
 */
export const FormError = ({ children }: { readonly children: ReactNode }) =>
  children ? <Failure>{children}</Failure> : null

const Failure = ({ children }: { readonly children: ReactNode }) => {
  const element = useRef<HTMLDivElement>(null)
  const isSeen = useRef(false)
  useEffect(() => {
    // a page that is shown again stays where it was left
    if (!isSeen.current) element.current?.scrollIntoView({ block: "nearest" })
    isSeen.current = true
  }, [])
  return (
    <div ref={element}>
      <Notice tone="danger" announced>
        {children}
      </Notice>
    </div>
  )
}

/** Moves the focus to the control of that name each time it is asked for anew. */
export const useFieldFocusWithin = (
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
