import { type ReactNode, useEffect, useRef } from "react"
import { Notice } from "../ui/Notice.tsx"
import { type Told, useProblemText } from "./problem-text.ts"

/** A form as a screen sees it: what was typed, what is wrong with it, and what the member does. */
export interface FormView<Name extends string> {
  readonly values: Readonly<Partial<Record<Name, string>>>
  readonly problems: Readonly<Partial<Record<Name, Told>>>
  /** A refusal that is about no field. */
  readonly failure: Told | null
  readonly busy: boolean
  /** Where the focus has to go; `count` tells one request from the next. */
  readonly focus: { readonly field: string; readonly count: number } | null
  readonly onChange: (name: Name, value: string) => void
  readonly onLeave: (name: Name) => void
  readonly onSubmit: () => void
}

/** What a Field needs to be one of the form's. */
export const useFields = <Name extends string>(form: FormView<Name>) => {
  const textOf = useProblemText()
  return (name: Name) => ({
    name,
    value: form.values[name] ?? "",
    error: textOf(form.problems[name]),
    onChange: (value: string) => form.onChange(name, value),
    onBlur: () => form.onLeave(name),
  })
}

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
      if (typed !== "" && typed !== known.values[name]) known.onChange(name, typed)
    }
  }, [element])
}

export interface FormFrameProps<Name extends string> {
  readonly form: FormView<Name>
  readonly children: ReactNode
  readonly id?: string | undefined
  /** Fields that may have been filled before the code had come. */
  readonly typedBefore?: readonly Name[] | undefined
}

const NONE: readonly never[] = []

/** The form element: Enter submits, a refusal about no field stands above, and the focus follows the first problem. */
export const FormFrame = <Name extends string>({ form, children, id, typedBefore }: FormFrameProps<Name>) => {
  const textOf = useProblemText()
  const element = useRef<HTMLFormElement>(null)
  useTypedBefore(element, form, typedBefore ?? NONE)
  useFocusOn(element, form.focus)
  return (
    <form
      ref={element}
      id={id}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.onSubmit()
      }}
    >
      {form.failure ? (
        <Notice tone="danger" announced>
          {textOf(form.failure)}
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
