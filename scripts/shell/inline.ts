import { localeOf } from "../../src/domain/locale.ts"

/**
 * Runs in the page when the shell stands and before any other code has come: puts on the theme and the language of the member, shows the login page only where
 * it is the one that will follow, and has the texts fetched.
 */
interface Shell {
  /** Texts of the login page and of its answers in the order of the markup, a line each; one text per locale other than that of the markup, so that only the one wanted is taken apart. */
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

const templateOf = (id: string): HTMLTemplateElement | null => document.querySelector(`template#${id}`)

/** Text nodes and spoken names, in the order in which they stand. */
const speak = (within: Node, list: string[]): void => {
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element)
      for (const name of ["aria-label", "title"])
        if (node.hasAttribute(name)) node.setAttribute(name, list.shift() ?? "")
    if (node instanceof Text) node.data = list.shift() ?? ""
  }
}

if (root) {
  const isLogin = location.pathname === "/" || location.pathname === "/pages/login/login"
  const waiting = templateOf("waiting")
  const answers = templateOf("answers")
  const list = words[locale]?.split("\n")
  if ((!isLogin || read("token") !== null) && waiting) root.replaceChildren(waiting.content.cloneNode(true))
  else if (list !== undefined) for (const part of [root, answers?.content]) if (part) speak(part, list)
  if (answers) answers.dataset.ready = ""
  // sent off before it could be answered
  root.querySelector<HTMLFormElement>("form[data-submitted]")?.requestSubmit()
}
