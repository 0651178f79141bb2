import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createIntl } from "@formatjs/intl"
import type english from "../../../locales/en.json"
import { isMessageId } from "../../../src/ui/message-id.ts"

const file = join(import.meta.dirname, "../../../locales/en.json")
const words: typeof english = JSON.parse(readFileSync(file, "utf8"))
const intl = createIntl({ locale: "en-US", messages: words, timeZone: "Africa/Lagos" })

/** The English text of a message id. */
export const text = (id: string, values: Readonly<Record<string, string | number>> = {}): string => {
  if (!isMessageId(intl, id)) throw new Error(`locales/en.json has no text ${id}`)
  return String(intl.formatMessage({ id }, values))
}

const escaped = (part: string): string => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** A pattern for a text with any values. */
export const textLike = (id: string): RegExp => {
  const source = isMessageId(intl, id) ? words[id] : ""
  if (source === "") throw new Error(`locales/en.json has no text ${id}`)
  const literal = source.split(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/).map(escaped)
  return new RegExp(literal.join(".*"))
}
