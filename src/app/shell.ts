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
  /** The button that was tapped last and could do nothing yet: its place among the buttons, and its words. */
  readonly tapped: { readonly place: number; readonly words: string } | null
}

const buttonsOf = (root: HTMLElement): readonly HTMLButtonElement[] => [...root.querySelectorAll("button")]

const wordsOf = (button: HTMLButtonElement): string =>
  `${button.textContent} ${button.getAttribute("aria-label") ?? ""}`

/** Reads the shell just before it is replaced; from then on it answers nothing any more. */
export const leaveShell = (root: HTMLElement): ShellLeft => {
  delete root.dataset.shell
  const inputs = [...root.querySelectorAll("input")]
  const active = inputs.find((input) => input === document.activeElement)
  const buttons = buttonsOf(root)
  const tapped = buttons.find(({ dataset }) => dataset.tapped !== undefined)
  return {
    typed: inputs
      .filter(({ name, value }) => name !== "" && value !== "")
      .map(({ name, value }) => ({ name, value })),
    focused: active ? { name: active.name, start: active.selectionStart, end: active.selectionEnd } : null,
    submitted: root.querySelector("form[data-submitted]") !== null,
    tapped: tapped ? { place: buttons.indexOf(tapped), words: wordsOf(tapped) } : null,
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

/** Gives it to the real page, once that stands. A page of another kind has no such fields and buttons and gets nothing. */
export const enterPage = (root: HTMLElement, { typed, focused, submitted, tapped }: ShellLeft): void => {
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
  const button = tapped ? buttonsOf(root)[tapped.place] : undefined
  if (button && wordsOf(button) === tapped?.words) button.click()
  if (submitted) (form ?? root.querySelector("form"))?.requestSubmit()
}
