/** Messages of the console, loaded separately from those of the app. */
import { type ReactNode, useEffect, useState } from "react"
import { IntlProvider, type MessageFormatElement } from "react-intl"
import type { Locale } from "../domain/limits.ts"
import { localeTagOf } from "../domain/locale-tag.ts"
import type { MessageId } from "../ui/message-id.ts"

type Texts = Readonly<Record<MessageId, MessageFormatElement[]>>

const urls = import.meta.glob<string>("../../locales/compiled/devtools/*.json", {
  query: "?url",
  import: "default",
  eager: true,
})

const isTexts = (value: unknown): value is Texts => typeof value === "object" && value !== null

const loadTexts = async (locale: Locale): Promise<Texts> => {
  const response = await fetch(urls[`../../locales/compiled/devtools/${locale}.json`] ?? "")
  const texts: unknown = response.ok ? await response.json() : null
  if (!isTexts(texts)) throw new Error(`the console's messages for ${locale} did not load`)
  return texts
}

/** Provides the messages; renders nothing before the first ones are loaded. */
export const ConsoleTexts = ({
  locale,
  children,
}: {
  readonly locale: Locale
  readonly children: ReactNode
}) => {
  const [shown, setShown] = useState<{ readonly locale: Locale; readonly texts: Texts } | null>(null)
  useEffect(() => {
    let isWanted = true
    loadTexts(locale).then(
      (texts) => {
        if (isWanted) setShown({ locale, texts })
      },
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [locale])
  if (!shown) return null
  return (
    <IntlProvider locale={localeTagOf(shown.locale)} messages={{ ...shown.texts }} defaultLocale="en-US">
      {children}
    </IntlProvider>
  )
}
