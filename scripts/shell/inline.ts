import { localeOf } from "../../src/domain/locale.ts"

/**
 * Runs in the page before any other code has come: puts on the theme and the language of the member, shows the login page only where it is the one that will
 * follow, keeps a form from leaving, notes which button was tapped, and has the texts fetched.
 */
interface Shell {
  /** Texts of the login page in the order of the markup, a line each; one text per locale other than that of the markup, so that only the one wanted is taken apart. */
  readonly words: Readonly<Record<string, string>>
  /** Where the texts of each locale are. */
  readonly urls: Readonly<Record<string, string>>
  readonly tags: Readonly<Record<string, string>>
}

declare const SHELL: Shell

const read = (name: string): string | null => {
  try {
    return localStorage.getItem(`app_${name}`)
  } catch {
    return null
  }
}

const { words, urls, tags } = SHELL
const root = document.getElementById("root")
const html = document.documentElement

const theme = read("theme")
if (theme === "light" || theme === "dark") html.dataset.theme = theme

const locale = localeOf([read("locale") ?? "", ...navigator.languages])
html.lang = tags[locale] ?? "en"

const preload = document.createElement("link")
preload.rel = "preload"
preload.as = "fetch"
preload.crossOrigin = "anonymous"
preload.href = urls[locale] ?? ""
document.head.append(preload)

/** Text nodes and spoken names, in the order in which they stand. */
const speak = (within: HTMLElement, list: readonly string[]): void => {
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  let index = 0
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element)
      for (const name of ["aria-label", "title"])
        if (node.hasAttribute(name)) node.setAttribute(name, list[index++] ?? "")
    if (node instanceof Text) node.data = list[index++] ?? ""
  }
}

if (root) {
  const isLogin = location.pathname === "/" || location.pathname === "/pages/login/login"
  const waiting = document.querySelector<HTMLTemplateElement>("#waiting")
  const list = words[locale]
  if ((!isLogin || read("token") !== null) && waiting) root.replaceChildren(waiting.content.cloneNode(true))
  else if (list !== undefined) speak(root, list.split("\n"))
  root.addEventListener("submit", (event) => {
    event.preventDefault()
    if (event.target instanceof HTMLFormElement) event.target.dataset.submitted = ""
  })
  root.addEventListener("click", ({ target }) => {
    for (const button of root.querySelectorAll("button")) delete button.dataset.tapped
    const tapped = target instanceof Element ? target.closest("button") : null
    if (tapped?.type === "button") tapped.dataset.tapped = ""
  })
}
