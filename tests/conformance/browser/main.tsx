import "../../../src/styles/tokens.css"
import "../../../src/styles/base.css"
import { StrictMode } from "react"
import { flushSync } from "react-dom"
import { createRoot } from "react-dom/client"
import { IntlProvider } from "react-intl"
import { LOCALES } from "../../../src/domain/limits.ts"
import { localeTagOf } from "../../../src/domain/locale.ts"
import type { MessageId } from "../../../src/ui/message-id.ts"
import type { Controls, Mount, Note } from "./mount.ts"

const mounts = import.meta.glob<{ readonly mount: Mount }>(["./*.tsx", "!./main.tsx"])
const texts = import.meta.glob<Record<MessageId, string>>("../../../locales/*.json", { import: "default" })

const element = document.getElementById("root")
if (!element) throw new Error("the page has no root")
const root = createRoot(element)

const notes: Note[] = []
let startedAtMs = performance.now()
let controls: Controls = {}

const textsFor = async (locale: string): Promise<Record<MessageId, string>> => {
  const load = texts[`../../../locales/${locale}.json`]
  if (!load) throw new Error(`there are no texts for ${locale}`)
  return await load()
}

window.harness = {
  notes,
  mount: async (name, options) => {
    const load = mounts[`./${name}.tsx`]
    if (!load) throw new Error(`nothing is called ${name}`)
    const locale = LOCALES.find((each) => each === options.locale) ?? "en"
    const [{ mount }, messages] = await Promise.all([load(), textsFor(locale)])
    const tag = localeTagOf(locale)
    document.documentElement.lang = tag
    flushSync(() => root.render(null))
    notes.length = 0
    startedAtMs = performance.now()
    controls = await mount(
      {
        root: element,
        show: (node) =>
          flushSync(() =>
            root.render(
              <StrictMode>
                <IntlProvider locale={tag} messages={messages}>
                  {node}
                </IntlProvider>
              </StrictMode>,
            ),
          ),
        note: (what, detail) => notes.push({ atMs: performance.now() - startedAtMs, what, detail }),
      },
      options,
    )
  },
  call: async (name, argument) => {
    const control = controls[name]
    if (!control) throw new Error(`the mounted part has no ${name}`)
    return await control(argument)
  },
}
