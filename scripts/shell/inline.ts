import { localeOf } from "../../src/domain/locale.ts"
import { isLoginPath, isMember, read } from "./kept.ts"
import { showKnown } from "./known.ts"

/**
 * Runs in the page when the shell stands and before any other code has come: puts on the language of the member, shows the login page only where
 * it is the one that will follow, the shape of a tab page where that will, and has the texts fetched.
 */
interface Shell {
  /** Texts of the login page and of its answers in the order of the markup, a line each; one text per locale other than that of the markup, so that only the one wanted is taken apart. */
  readonly words: Readonly<Record<string, string>>
  /** The same of a tab page and of the figure on it. */
  readonly memberWords: Readonly<Record<string, string>>
  /** Paths of the tab pages, the first of them home. */
  readonly tabs: readonly string[]
  /** Where the texts of each locale are. */
  readonly urls: Readonly<Record<string, string>>
  readonly tags: Readonly<Record<string, string>>
}

declare const SHELL: Shell

const { words, memberWords, urls, tags, tabs } = SHELL
const root = document.getElementById("root")
const html = document.documentElement

delete html.dataset.veiled

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

const show = (id: string, within: HTMLElement): void => {
  const template = templateOf(id)
  if (template) within.replaceChildren(template.content.cloneNode(true))
}

/** A member's tab page: at home the balance of an earlier visit stands in the shape, where one is known. */
const showTab = (within: HTMLElement, isHome: boolean): void => {
  show("tab", within)
  const figure = templateOf("known")
  const list = memberWords[locale]?.split("\n")
  if (list !== undefined) for (const part of [within.lastChild, figure?.content]) if (part) speak(part, list)
  if (!isHome) within.querySelector("[data-brand]")?.remove()
  const place = within.querySelector("[data-figure]")
  if (isHome && place && figure) showKnown(read, html.lang, place, figure.content)
}

const showLogin = (within: HTMLElement): void => {
  const answers = templateOf("answers")
  const list = words[locale]?.split("\n")
  if (list !== undefined) for (const part of [within, answers?.content]) if (part) speak(part, list)
  if (answers) answers.dataset.ready = ""
  const line = within.querySelector("main p")?.textContent
  if (line) document.querySelector("meta[name=description]")?.setAttribute("content", line)
  // sent off before it could be answered
  within.querySelector<HTMLFormElement>("form[data-submitted]")?.requestSubmit()
}

if (root) {
  const { pathname } = location
  const isHome = isLoginPath() || pathname === tabs[0]
  if (isMember() && (isHome || tabs.includes(pathname))) showTab(root, isHome)
  else if (isLoginPath()) showLogin(root)
  else show("waiting", root)
}
