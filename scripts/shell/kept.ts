/** What both scripts need of the device, the URL and the early answers before any code has loaded. */
import type { Locale } from "../../src/domain/limits.ts"
import { localeOf, localeTagOf } from "../../src/domain/locale.ts"
import { renewCachedDocument, writeLocaleCookie } from "../../src/runtime/api/document-language.ts"
import { readEarly } from "../../src/runtime/api/early-calls.ts"
import { USER } from "../../src/runtime/api/stored-session.ts"

/** Reads a stored value; null if there is none or storage is blocked. */
export const read = (name: string): string | null => {
  try {
    return localStorage.getItem(`app_${name}`)
  } catch {
    return null
  }
}

export const isLoginPath = (): boolean =>
  location.pathname === "/" || location.pathname === "/pages/login/login"

export const isMember = (): boolean => read("token") !== null

/** Reads a stored value that is not plain text. */
export const readData = (name: string): unknown => {
  try {
    return fieldOf(JSON.parse(read(name) ?? "null"), "data")
  } catch {
    return undefined
  }
}

/** The id of the member of the stored session. */
export const memberId = (): string | null => {
  const id = fieldOf(readData(USER), "id")
  return typeof id === "string" ? id : null
}

/** The language of the stored preferences, else of the browser. */
export const ownLocale = (): Locale => localeOf([read("locale") ?? "", ...navigator.languages])

/**
 * Where the document is in another language than the member's, as after a change in another tab, the
 * next one is not. The app translates this one.
 */
export const correctLanguage = (): void => {
  if (localeTagOf(ownLocale()) === document.documentElement.lang) return
  writeLocaleCookie(ownLocale())
  renewCachedDocument()
}

/** The `code` of a successful answer. */
const SUCCESS = 1

/** The data that the server has answered to the document's own call of this URL; undefined without. */
export const readAnswer = async (url: string): Promise<unknown> => {
  try {
    const response = await readEarly(url)
    const body: unknown = await response?.json()
    return fieldOf(body, "code") === SUCCESS ? fieldOf(body, "data") : undefined
  } catch {
    return undefined
  }
}

/** A field of parsed JSON; undefined if there is none. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

/** A copy of what a template of the document holds; undefined if there is none. */
export const contentOf = (id: string): DocumentFragment | undefined => {
  const template = document.getElementById(id)
  return template instanceof HTMLTemplateElement ? document.importNode(template.content, true) : undefined
}
