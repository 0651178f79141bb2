/** What was typed or tapped on the page's shell before the code had come is handed over to the real page. */

interface Typed {
  readonly name: string
  readonly value: string
}

export interface ShellLeft {
  readonly typed: readonly Typed[]
  readonly focused: {
    readonly name: string
    readonly start: number | null
    readonly end: number | null
  } | null
  /** The form was sent off before anything could take it. */
  readonly submitted: boolean
}

/** Reads the shell just before it is replaced. */
export const leaveShell = (root: HTMLElement): ShellLeft => {
  const inputs = [...root.querySelectorAll("input")]
  const active = inputs.find((input) => input === document.activeElement)
  return {
    typed: inputs
      .filter(({ name, value }) => name !== "" && value !== "")
      .map(({ name, value }) => ({ name, value })),
    focused: active ? { name: active.name, start: active.selectionStart, end: active.selectionEnd } : null,
    submitted: root.querySelector("form[data-submitted]") !== null,
  }
}

const inputNamed = (root: HTMLElement, name: string): HTMLInputElement | null =>
  root.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`)

/** React hears of a value only when the browser's own setter is used and an input event follows. */
const type = (input: HTMLInputElement, value: string): void => {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set
  setter?.call(input, value)
  input.dispatchEvent(new Event("input", { bubbles: true }))
}

/** Gives it to the real page, once that stands. A page of another kind has no such fields and gets nothing. */
export const enterPage = (root: HTMLElement, { typed, focused, submitted }: ShellLeft): void => {
  let form: HTMLFormElement | null = null
  for (const { name, value } of typed) {
    const input = inputNamed(root, name)
    if (!input) continue
    type(input, value)
    form = input.form
  }
  const input = focused ? inputNamed(root, focused.name) : null
  input?.focus()
  input?.setSelectionRange(focused?.start ?? null, focused?.end ?? null)
  if (submitted) (form ?? root.querySelector("form"))?.requestSubmit()
}
