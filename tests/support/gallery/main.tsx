import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { IntlProvider } from "react-intl"
import "../../../src/styles/tokens.css"
import "../../../src/styles/base.css"
import { localeTagOf } from "../../../src/ui/locale.ts"
import { Dialogs } from "./dialogs.tsx"
import { Login } from "./page-login.tsx"
import { Holdings, Home, Market, My } from "./pages.tsx"
import { Deposit, Receipt, States, Ticket, Trade } from "./pages-money.tsx"
import { Controls, Figuring, Icons, Messages } from "./parts.tsx"
import { wordsOf } from "./words.ts"

/** Every part in every state: ?section=home&theme=dark&locale=de&text=200 */
const query = new URLSearchParams(location.search)
const locale = query.get("locale") ?? "en"
const files = import.meta.glob<Record<string, string>>("../../../locales/*.json", {
  eager: true,
  import: "default",
})
const messages = { ...files["../../../locales/en.json"], ...files[`../../../locales/${locale}.json`] }
const sections = {
  login: Login,
  home: Home,
  market: Market,
  trade: Trade,
  ticket: Ticket,
  holdings: Holdings,
  receipt: Receipt,
  deposit: Deposit,
  my: My,
  controls: Controls,
  figures: Figuring,
  messages: Messages,
  icons: Icons,
  states: States,
  dialogs: Dialogs,
}

type Section = keyof typeof sections
const isSection = (name: string): name is Section => name in sections

const name = query.get("section") ?? "home"
const theme = query.get("theme")
const text = query.get("text")
if (theme) document.documentElement.dataset.theme = theme
if (text) document.documentElement.style.fontSize = `${text}%`
document.documentElement.lang = localeTagOf(locale)
const Shown = sections[isSection(name) ? name : "home"]
const root = document.getElementById("root")
if (root)
  createRoot(root).render(
    <StrictMode>
      <IntlProvider locale={localeTagOf(locale)} messages={messages}>
        <Shown words={wordsOf(locale)} state={query.get("state") ?? ""} />
      </IntlProvider>
    </StrictMode>,
  )
