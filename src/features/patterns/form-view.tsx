import { type FormEvent, type ReactNode, useEffect, useRef } from "react"
import { Notice } from "../../ui/Notice.tsx"

/** The props of a form's Field: value, error text and handlers. */
export interface FieldBinding {
  readonly name: string
  readonly value: string
  readonly error?: ReactNode | undefined
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
}

/** A form as a view needs it. */
export interface FormView<Name extends string> {
  readonly field: (name: Name) => FieldBinding
  /** A refusal that concerns no single field, or that no answer came. */
  readonly error: ReactNode
  readonly busy: boolean
  /** The control to focus: its name, or the `data-field` of the element around it. */
  readonly focus: { readonly field: string; readonly count: number } | null
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

export interface FormFrameProps<Name extends string> {
  readonly form: FormView<Name>
  readonly children: ReactNode
  readonly id?: string | undefined
}

/** The form element. A refusal that concerns no single field is shown above the fields. */
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
 * Why the form was refused, announced and scrolled into view. A problem of one field is shown at
 * that field.
 */
export const FormError = ({ children }: { readonly children: ReactNode }) =>
  children ? <Failure>{children}</Failure> : null

const Failure = ({ children }: { readonly children: ReactNode }) => {
  const element = useRef<HTMLDivElement>(null)
  const isSeen = useRef(false)
  useEffect(() => {
    // a page that is shown again keeps its scroll position
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

/** Moves the focus to the control of that name whenever the count changes. */
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
