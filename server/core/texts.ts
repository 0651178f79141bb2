import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createIntl, type IntlShape } from "@formatjs/intl"
import { Option, Schema } from "effect"
import type { Locale } from "../../src/domain/limits.ts"
import { localeTagOf } from "../../src/domain/locale.ts"
import { shownParams } from "../../src/domain/problem.ts"
import { projectFolder } from "../paths.ts"

const decodeMessages = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Record(Schema.String, Schema.String)),
)

const loadMessages = (locale: Locale): Readonly<Record<string, string>> => {
  try {
    const text = readFileSync(join(projectFolder, "locales", `${locale}.json`), "utf8")
    return Option.getOrElse(decodeMessages(text), () => ({}))
  } catch {
    return {}
  }
}

type MessageId = keyof IntlShape["messages"]

const isMessageId = (messages: object, id: string): id is MessageId => id in messages

const hasMessages = (messages: object): messages is Record<MessageId, string> =>
  isMessageId(messages, "error.other")

const intls = new Map<Locale, IntlShape>()

/** Null if the folder of texts cannot be read. */
const intlOf = (locale: Locale): IntlShape | null => {
  const known = intls.get(locale)
  if (known !== undefined) return known
  const messages = { ...loadMessages("en"), ...loadMessages(locale) }
  if (!hasMessages(messages)) return null
  const onError = (cause: unknown): never => {
    throw cause
  }
  const intl = createIntl({ locale: localeTagOf(locale), messages, onError })
  intls.set(locale, intl)
  return intl
}

/**
 * The message with this id in the given language, else in English. Null if there is none, or if one of
 * its values is missing: its source is never shown.
 */
export const textIn = (
  locale: Locale,
  id: string,
  params: Readonly<Record<string, string | number>> = {},
): string | null => {
  const intl = intlOf(locale)
  if (intl === null || !isMessageId(intl.messages, id)) return null
  try {
    return intl.formatMessage({ id }, shownParams(localeTagOf(locale), params))
  } catch {
    return null
  }
}

/** Texts that the specification quotes (§8). The app shows its own for these reasons. */
const QUOTED: ReadonlyMap<string, string> = new Map([["login.wrong-credentials", "Passwords is invalid!"]])

/**
 * The message of a refusal: the quoted text in English, else the text `error.<reason>`, or a general one where it lacks a value, or the
 * reason itself where no text exists.
 */
export const refusalText = (
  locale: Locale,
  reason: string,
  params: Readonly<Record<string, string | number>> = {},
): string => {
  const quoted = locale === "en" ? QUOTED.get(reason) : undefined
  const own = quoted ?? textIn(locale, `error.${reason}`, params)
  if (own !== null) return own
  const hasText = isMessageId(intlOf(locale)?.messages ?? {}, `error.${reason}`)
  return (hasText ? textIn(locale, "error.other") : null) ?? reason
}

const keyPattern = /^(?:banner|payment|placard|review|service)\.[a-z0-9.-]+$/

/**
 * A stored text as the member reads it. It is either free text, shown unchanged, or the id of a
 * message that ships with the product (`placard.…`, `review.…`), shown in the member's language.
 */
export const storedTextIn = (locale: Locale, stored: string): string =>
  keyPattern.test(stored) ? (textIn(locale, stored) ?? stored) : stored

/** Like `storedTextIn`, for a nullable text such as the reason of a review decision. */
export const storedReasonIn = (locale: Locale, reason: string | null): string | null =>
  reason === null ? null : storedTextIn(locale, reason)
