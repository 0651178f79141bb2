import { type ReactNode, startTransition, useEffect, useState } from "react"
import { IntlProvider, type MessageFormatElement } from "react-intl"
import type { Locale } from "../domain/limits.ts"
import { localeTagOf } from "../domain/locale.ts"
import { useLocale } from "../runtime/hooks/use-preferences.ts"
import type { MessageId } from "../ui/message-id.ts"

/** The compiled texts of a locale, those of the debug console excepted. */
export type Texts = Readonly<Record<MessageId, MessageFormatElement[]>>

/** The texts of the first render. */
export interface FirstTexts {
  readonly locale: Locale
  readonly texts: Texts
}

export interface TextsProps {
  readonly first: FirstTexts
  readonly load: (locale: Locale) => Promise<Texts>
  readonly children: ReactNode
}

/**
 * Provides the texts of the chosen language. The former ones stay until those of another have
 * loaded.
 */
export const TextsProvider = ({ first, load, children }: TextsProps) => {
  const { locale } = useLocale()
  const [shown, setShown] = useState(first)
  useEffect(() => {
    const unmounted = new AbortController()
    const { signal } = unmounted
    const fetchTexts = (): void => {
      load(locale).then(
        (texts) => {
          if (!signal.aborted) startTransition(() => setShown({ locale, texts }))
        },
        // retried when the network is back
        () => addEventListener("online", fetchTexts, { once: true, signal }),
      )
    }
    if (locale !== shown.locale) fetchTexts()
    return () => unmounted.abort()
  }, [locale, shown.locale, load])
  useEffect(() => {
    document.documentElement.lang = localeTagOf(shown.locale)
  }, [shown.locale])
  return (
    <IntlProvider locale={localeTagOf(shown.locale)} messages={shown.texts} defaultLocale="en-US">
      {children}
    </IntlProvider>
  )
}
