/**
 * Runs in the document's head before anything is painted: applies theme, colours and accent, requests a
 * member's code and answers, and hides the login page of the markup where another page follows.
 * Until the app has started it responds to a submitted login form and records which button was
 * tapped; without it the form would navigate away with the input.
 */
import { EARLY_PRESS } from "../../src/app/early-press.ts"
import type { FirstCall } from "./first-calls.ts"
import { correctLanguage, isLoginPath, isMember, read } from "./kept.ts"
import { loadFirstBanner, preloadFiles, preloadRoute, sendFirstCalls } from "./member-start.ts"

declare const SHELL: {
  /** The URLs of the style sheets that are inline. */
  readonly sheets: readonly string[]
  /** The calls of each path's page, and those of every page. */
  readonly calls: Readonly<Record<string, readonly FirstCall[]>>
  readonly commonCalls: readonly FirstCall[]
  /** The URL of home's call whose answer names the banners. */
  readonly bannersUrl: string
}

const html = document.documentElement

const theme = read("theme")
if (theme === "light" || theme === "dark") html.dataset.theme = theme
const colours = read("colours")
if (colours === "green-up" || colours === "red-up") html.dataset.colours = colours
html.style.cssText = read("accent") ?? ""

// Imports request a sheet again unless they find its link, and browsers prefetch a disabled link
// of the markup.
for (const href of SHELL.sheets) {
  const sheet = document.createElement("link")
  sheet.rel = "stylesheet"
  sheet.disabled = true
  sheet.href = href
  document.head.append(sheet)
}

correctLanguage()

/** Whether the service worker has the files: then they all come at once. */
const isInstalled = "serviceWorker" in navigator && navigator.serviceWorker.controller !== null

/** By then the first script and the answers are on their way alone. */
const whenParsed = (request: () => void): void => {
  if (isInstalled) request()
  else document.addEventListener("readystatechange", request, { once: true })
}

/** Browsers open few connections: while a tab page can be pressed, one is left for its calls. */
const whenStarted = (request: () => void): void => {
  const canPress = !isInstalled && document.querySelector("[data-shell] nav") !== null
  const script = canPress ? document.querySelector("script[src*=boot]") : null
  if (script) script.addEventListener("load", request)
  else request()
}

if (isMember()) {
  sendFirstCalls([...(SHELL.calls[location.pathname] ?? []), ...SHELL.commonCalls], location.search)
  preloadFiles("api")
  whenParsed(() => {
    preloadFiles("view")
    whenStarted(() => preloadRoute(location.pathname))
  })
  loadFirstBanner(SHELL.bannersUrl).catch(() => {})
  addEventListener(EARLY_PRESS, () => {
    const { pathname, search } = new URL(window.earlyPress?.url ?? "/", location.origin)
    sendFirstCalls(SHELL.calls[pathname] ?? [], search)
    preloadRoute(pathname)
  })
} else whenParsed(() => preloadFiles("visitor"))

// the document may arrive in pieces; the script at its end takes this back
if (isMember() || !isLoginPath()) html.dataset.veiled = ""

const answerOf = (selector: string): Element | null | undefined =>
  document.querySelector<HTMLTemplateElement>("#answers")?.content.querySelector(selector)

const mark = (element: Element, name: string, isSo: boolean): void => {
  if (isSo) element.setAttribute(name, "true")
  else element.removeAttribute(name)
}

/** Shows or removes the error of an empty field. Returns whether it is empty. */
const judge = (input: HTMLInputElement): boolean => {
  const isEmpty = input.value === ""
  const place = document.getElementById(`${input.id}-error`)
  const missing = answerOf(`#missing-${input.name}-error`)
  if (!place?.parentElement || !missing) return isEmpty
  place.className = missing.className
  place.hidden = !isEmpty
  place.replaceChildren(...(isEmpty ? missing.cloneNode(true).childNodes : []))
  mark(place.parentElement, "data-invalid", isEmpty)
  mark(input, "aria-invalid", isEmpty)
  return isEmpty
}

/** Shows a button as busy, or no longer. */
const work = (button: Element | null, isAtWork: boolean): void => {
  const ring = answerOf("button")?.lastChild?.cloneNode(true)
  if (!button || !ring || button.hasAttribute("aria-busy") === isAtWork) return
  if (isAtWork) button.append(ring)
  else button.lastChild?.remove()
  mark(button, "aria-busy", isAtWork)
  mark(button, "aria-disabled", isAtWork)
}

/** The app validates again; this is only the first response. */
const submitted = (form: HTMLFormElement): void => {
  const empty = [...form.querySelectorAll("input")].filter(judge)
  empty[0]?.focus()
  work(form.querySelector("[type=submit]"), empty.length === 0)
  form.dataset.submitted = ""
}

/** Continued typing means that the form is not submitted yet. */
const typed = (input: HTMLInputElement): void => {
  if (!input.form) return
  delete input.form.dataset.submitted
  if (input.hasAttribute("aria-invalid")) judge(input)
  work(input.form.querySelector("[type=submit]"), false)
}

const listen = (type: "submit" | "input" | "click", handle: (target: Element, event: Event) => void): void =>
  document.addEventListener(type, (event) => {
    if (event.target instanceof Element && event.target.closest("[data-shell]")) handle(event.target, event)
  })

listen("submit", (form, event) => {
  event.preventDefault()
  if (form instanceof HTMLFormElement) submitted(form)
})
listen("input", (input) => {
  if (input instanceof HTMLInputElement) typed(input)
})
listen("click", (target) => {
  for (const button of document.querySelectorAll("button")) delete button.dataset.tapped
  const tapped = target.closest("button")
  if (tapped?.type === "button") tapped.dataset.tapped = ""
})
