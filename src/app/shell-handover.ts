/**
 * Hands over to the rendered page what was typed or tapped in the shell of index.html before the
 * code had loaded.
 */

interface Typed {
  readonly name: string
  readonly value: string
}

export interface ShellState {
  readonly typed: readonly Typed[]
  readonly focused: {
    readonly name: string
    readonly start: number | null
    readonly end: number | null
  } | null
  /** Whether the form was submitted before the code had loaded. */
  readonly submitted: boolean
  /** The button that was tapped last: its index among the buttons, and its label. */
  readonly tapped: { readonly index: number; readonly label: string } | null
}

const buttonsOf = (root: HTMLElement): readonly HTMLButtonElement[] => [...root.querySelectorAll("button")]

const labelOf = (control: Element): string =>
  `${control.textContent} ${control.getAttribute("aria-label") ?? ""}`

const controlsLabelled = (root: HTMLElement, label: string): readonly HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>("a, button")].filter((control) => labelOf(control) === label)

const scrollerOf = (root: HTMLElement): Element | null => root.querySelector("[data-scroller]")

/** The button without a page of its own that was pressed last; null if there is none. */
const tappedIn = (root: HTMLElement): ShellState["tapped"] => {
  const buttons = buttonsOf(root)
  const tapped = buttons.find(({ dataset }) => dataset.tapped !== undefined && dataset.opens === undefined)
  return tapped ? { index: buttons.indexOf(tapped), label: labelOf(tapped) } : null
}

/**
 * Follows focus and scroll position in the shell, which React removes at a moment of its own, and
 * what is pressed there. Returns what moves all of it to the rendered page.
 */
export const followShell = (root: HTMLElement): (() => void) => {
  let scrollTop = scrollerOf(root)?.scrollTop ?? 0
  /** Which of the links and buttons with its label has the focus. */
  let control: { readonly label: string; readonly index: number } | null = null
  const noteFocus = () => {
    const active = document.activeElement
    if (!(active instanceof HTMLElement) || !active.matches("a, button") || !root.contains(active)) return
    const label = labelOf(active)
    control = { label, index: controlsLabelled(root, label).indexOf(active) }
  }
  const noteScroll = ({ target }: Event) => {
    if (target instanceof Element && target.matches("[data-scroller]")) scrollTop = target.scrollTop
  }
  /** A button whose label is on the page once: pages differ in what else they have. */
  let tapped: string | null = null
  const noteTap = () => {
    tapped = tappedIn(root)?.label ?? null
  }
  noteFocus()
  noteTap()
  root.addEventListener("focusin", noteFocus)
  document.addEventListener("click", noteTap)
  root.addEventListener("scroll", noteScroll, { capture: true, passive: true })
  return () => {
    delete root.dataset.shell
    root.removeEventListener("focusin", noteFocus)
    document.removeEventListener("click", noteTap)
    root.removeEventListener("scroll", noteScroll, { capture: true })
    const scroller = scrollerOf(root)
    if (scroller && scrollTop > 0) scroller.scrollTop = scrollTop
    if (control) controlsLabelled(root, control.label)[control.index]?.focus({ preventScroll: true })
    const [button, ...others] = tapped === null ? [] : controlsLabelled(root, tapped)
    if (others.length === 0) button?.click()
  }
}

/** Reads the shell just before React replaces it and switches off its own handlers. */
export const captureShell = (root: HTMLElement): ShellState => {
  delete root.dataset.shell
  const inputs = [...root.querySelectorAll("input")]
  const active = inputs.find((input) => input === document.activeElement)
  return {
    typed: inputs
      .filter(({ name, value }) => name !== "" && value !== "")
      .map(({ name, value }) => ({ name, value })),
    focused: active ? { name: active.name, start: active.selectionStart, end: active.selectionEnd } : null,
    submitted: root.querySelector("form[data-submitted]") !== null,
    tapped: tappedIn(root),
  }
}

const inputNamed = (root: HTMLElement, name: string): HTMLInputElement | null =>
  root.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`)

/** React notices a value only if the native setter is used and an input event follows. */
const typeInto = (input: HTMLInputElement, value: string): void => {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set
  setter?.call(input, value)
  input.dispatchEvent(new Event("input", { bubbles: true }))
}

/** Applies the state to the rendered page. Fields and buttons that it does not have are ignored. */
export const restoreShellState = (
  root: HTMLElement,
  { typed, focused, submitted, tapped }: ShellState,
): void => {
  let form: HTMLFormElement | null = null
  for (const { name, value } of typed) {
    const input = inputNamed(root, name)
    if (!input) continue
    typeInto(input, value)
    form = input.form
  }
  const input = focused ? inputNamed(root, focused.name) : null
  input?.focus()
  input?.setSelectionRange(focused?.start ?? null, focused?.end ?? null)
  const button = tapped ? buttonsOf(root)[tapped.index] : undefined
  if (button && labelOf(button) === tapped?.label) button.click()
  if (submitted) (form ?? root.querySelector("form"))?.requestSubmit()
}
