/** What the service worker shows of a pushed message. */
import { noticeUrl } from "../navigation/notice-url.ts"
import { urlOf } from "../navigation/routes.ts"

/** A notification, as the browser is asked to show it. */
export interface ShownNotice {
  readonly title: string
  /** The number of the event: a message that arrives twice replaces itself. */
  readonly tag: string
  /** The page that a tap opens. */
  readonly url: string
}

const KINDS = [
  "order",
  "deposit",
  "withdrawal",
  "real-name",
  "balance",
  "session",
  "factor",
  "alert",
  "close",
] as const

const textOf = (value: object, name: string): string => {
  const found: unknown = Reflect.get(value, name)
  return typeof found === "string" ? found : ""
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Reads a pushed message. Browsers demand that each message shows something, so one that cannot be
 * read, of a newer release perhaps, leads to the list of notices.
 */
export const noticeOf = (text: string): ShownNotice => {
  const message = parsed(text)
  const fields: object = typeof message === "object" && message !== null ? message : {}
  const title = textOf(fields, "title") || "Financial Links"
  const number: unknown = Reflect.get(fields, "number")
  const tag = typeof number === "number" ? `notice-${number}` : "notice"
  const kind = KINDS.find((known) => known === textOf(fields, "kind"))
  const subject = textOf(fields, "subject")
  return { title, tag, url: kind && subject ? noticeUrl({ kind, subject }) : urlOf("notices") }
}

/** The page of a notification that was tapped, if it is one of this app. */
export const pageOf = (data: unknown, origin: string): string => {
  const url = URL.parse(String(data), origin)
  return url?.origin === origin ? url.pathname + url.search : urlOf("notices")
}
