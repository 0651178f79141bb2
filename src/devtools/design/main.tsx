/**
 * `/design` of the development server: every part of src/ui in its states, in the language and theme of
 * `?locale=de&theme=dark`. Vite builds index.html alone, so no build contains this page.
 */
import "../../styles/tokens.css"
import "../../styles/base.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { IntlProvider, type MessageFormatElement } from "react-intl"
import { localeOf, localeTagOf } from "../../domain/locale.ts"
import { Gallery } from "./gallery.tsx"

const texts = import.meta.glob<Record<string, MessageFormatElement[]>>("../../../locales/compiled/*.json", {
  import: "default",
})

const asked = new URLSearchParams(location.search)
const locale = localeOf([asked.get("locale") ?? "en"])
const theme = asked.get("theme")
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme
document.documentElement.lang = localeTagOf(locale)

const messages = await texts[`../../../locales/compiled/${locale}.json`]?.()
const root = document.getElementById("root")
if (root && messages)
  createRoot(root).render(
    <StrictMode>
      <IntlProvider locale={localeTagOf(locale)} messages={messages} defaultLocale="en-US">
        <Gallery />
      </IntlProvider>
    </StrictMode>,
  )
