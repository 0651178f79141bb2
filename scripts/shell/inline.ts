import { EARLY_PRESS } from "../../src/app/early-press.ts"
import { isLoginPath, isMember, ownLocale } from "./kept.ts"
import { followPresses } from "./presses.ts"
import { openTabPages, type TabPagesOptions } from "./tab-pages.ts"

/**
 * Runs at the end of the document: keeps the login page only if it is the page that follows, shows a
 * tab page otherwise, and starts fetching the texts.
 */
interface Shell extends Pick<TabPagesOptions, "urls" | "paths"> {
  /** The URLs of each locale's texts: those of log-in and home, and the rest. */
  readonly texts: Readonly<Record<string, readonly string[]>>
}

declare const SHELL: Shell

const { texts, urls, paths } = SHELL
const root = document.getElementById("root")
const html = document.documentElement

delete html.dataset.veiled

const [firstTexts, otherTexts] = texts[ownLocale()] ?? []

const preload = (href = ""): void => {
  const link = document.createElement("link")
  link.rel = "preload"
  link.as = "fetch"
  link.crossOrigin = "anonymous"
  link.href = href
  document.head.append(link)
}

const name = isLoginPath() ? "home" : Object.keys(paths).find((each) => paths[each] === location.pathname)
preload(firstTexts)
if (name === "home") addEventListener(EARLY_PRESS, () => preload(otherTexts), { once: true })
else preload(otherTexts)

/** Lets Intl find its locales ahead of its first use, which takes a slow phone several frames. */
const findLocales = (): void =>
  void requestAnimationFrame(() => setTimeout(() => Intl.NumberFormat.supportedLocalesOf(html.lang)))

const showWaiting = (within: HTMLElement): void => {
  const template = document.getElementById("waiting")
  if (template instanceof HTMLTemplateElement) within.replaceChildren(template.content.cloneNode(true))
}

if (root) {
  if (isMember() && name !== undefined) {
    const options = { root, tag: html.lang, urls, paths }
    const showTab = openTabPages(options)
    showTab(name)
    followPresses(options, showTab)
    findLocales()
  } else if (!isLoginPath()) showWaiting(root)
}
