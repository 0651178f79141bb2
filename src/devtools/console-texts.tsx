/** The texts of the console in the language of the app; loaded separately from those of the app. */
import { type Texts, TextsProvider } from "@financial-links/console"
import { type ReactNode, useEffect, useMemo, useState } from "react"
import { IntlProvider, type MessageFormatElement, useIntl } from "react-intl"
import { selectLocale } from "../../machines/startup.ts"
import type { Locale } from "../domain/limits.ts"
import { localeTagOf } from "../domain/locale.ts"
import { useActorState } from "../runtime/hooks/runtime-context.tsx"
import { useFormat } from "../ui/format.ts"
import type { MessageId } from "../ui/message-id.ts"
import { useAppConsole } from "./app-console.ts"

type Messages = Readonly<Record<MessageId, MessageFormatElement[]>>

const urls = import.meta.glob<string>("../../locales/compiled/devtools/*.json", {
  query: "?url",
  import: "default",
  eager: true,
})

const isMessages = (value: unknown): value is Messages => typeof value === "object" && value !== null

const loadMessages = async (locale: Locale): Promise<Messages> => {
  const response = await fetch(urls[`../../locales/compiled/devtools/${locale}.json`] ?? "")
  const messages: unknown = response.ok ? await response.json() : null
  if (!isMessages(messages)) throw new Error(`the console's messages for ${locale} did not load`)
  return messages
}

/** This app's panels beside those of the console. */
export type PanelId = "requests" | "journal" | "storage" | "switches"

const isPanelId = (id: string): id is PanelId => ["requests", "journal", "storage", "switches"].includes(id)

/** Gives the console the messages of this app. */
const GivenTexts = ({ children }: { readonly children: ReactNode }) => {
  const intl = useIntl()
  const { time } = useFormat()
  const texts = useMemo(
    (): Texts => ({
      locale: intl.locale,
      text: (id, values) => intl.formatMessage({ id: `inspect.${id}` }, values),
      time,
      panelName: (id) => (isPanelId(id) ? intl.formatMessage({ id: `inspect.${id}` }) : id),
    }),
    [intl, time],
  )
  return <TextsProvider value={texts}>{children}</TextsProvider>
}

interface Loaded {
  readonly locale: Locale
  readonly messages: Messages
}

/** Renders nothing before the first messages are loaded. */
export const ConsoleTexts = ({ children }: { readonly children: ReactNode }) => {
  const locale = useActorState(useAppConsole().present.boot.startup, selectLocale)
  const [shown, setShown] = useState<Loaded | null>(null)
  useEffect(() => {
    let isWanted = true
    loadMessages(locale).then(
      (messages) => {
        if (isWanted) setShown({ locale, messages })
      },
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [locale])
  if (!shown) return null
  return (
    <IntlProvider locale={localeTagOf(shown.locale)} messages={{ ...shown.messages }} defaultLocale="en-US">
      <GivenTexts>{children}</GivenTexts>
    </IntlProvider>
  )
}
