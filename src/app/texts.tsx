import { type ReactNode, startTransition, useEffect, useState } from "react"
import { IntlProvider, type MessageFormatElement } from "react-intl"
import type { Locale } from "../domain/limits.ts"
import { localeTagOf } from "../domain/locale-tag.ts"
import { useLocale } from "../runtime/hooks/use-preferences.ts"
import type { MessageId } from "../ui/message-id.ts"

/** The compiled texts of a locale, those of the debug console excepted. */
export type Texts = Readonly<Record<MessageId, MessageFormatElement[]>>

export interface TextsProps {
  /** The texts that are there when the first page is drawn. */
  readonly first: { readonly locale: Locale; readonly texts: Texts }
  readonly load: (locale: Locale) => Promise<Texts>
  readonly children: ReactNode
}

/** Gives the texts of the member's language. While those of another are on their way, the known ones stay. */
export const TextsProvider = ({ first, load, children }: TextsProps) => {
  const { locale } = useLocale()
  const [shown, setShown] = useState(first)
  useEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    const bring = (): void => {
      load(locale).then(
        (texts) => {
          if (!signal.aborted) startTransition(() => setShown({ locale, texts }))
        },
        // what cannot be had now is asked for again when there is a network
        () => addEventListener("online", bring, { once: true, signal }),
      )
    }
    if (locale !== shown.locale) bring()
    return () => gone.abort()
  }, [locale, shown.locale, load])
  useEffect(() => {
    document.documentElement.lang = localeTagOf(shown.locale)
  }, [shown.locale])
  return (
    <IntlProvider locale={localeTagOf(shown.locale)} messages={{ ...shown.texts }} defaultLocale="en-US">
      {children}
    </IntlProvider>
  )
}
