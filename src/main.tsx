/** The beginning: what was left is replayed, the first page is brought, and only then is anything drawn over the shell of index.html. */
import "./styles/tokens.css"
import "./styles/base.css"
import { StrictMode } from "react"
import { flushSync } from "react-dom"
import { createRoot } from "react-dom/client"
import { selectTop } from "../machines/navigation.ts"
import { selectTheme } from "../machines/startup.ts"
import { SystemProvider } from "./actors/context/system.tsx"
import { createStreams } from "./actors/journaled-streams.ts"
import { mintKey } from "./actors/mint.ts"
import { createSystem, type System } from "./actors/system.ts"
import { LOADING_DELAY_MS, type Locale } from "./domain/limits.ts"
import { browserHistory } from "./effects/history.ts"
import { deviceStorage } from "./effects/storage.ts"
import { openStore } from "./journal/store.ts"
import { identifyTab } from "./journal/tab.ts"
import { Frame } from "./screens/frame.tsx"
import { savePlaces } from "./screens/place.ts"
import { loadPage } from "./screens/routes.tsx"
import { enterPage, leaveShell } from "./screens/shell.ts"
import { type Texts, TextsProvider } from "./screens/texts.tsx"

const files = import.meta.glob<{ readonly default: Texts }>("../locales/compiled/*.json")

const loadTexts = async (locale: Locale): Promise<Texts> => {
  const load = files[`../locales/compiled/${locale}.json`]
  if (!load) throw new Error(`there are no texts for ${locale}`)
  return (await load()).default
}

/** Browsers without locks or channels still have the numbering of events to keep tabs apart. */
const locks = "locks" in navigator ? navigator.locks : undefined

const streams = createStreams({
  openStore,
  identifyTab: () => identifyTab(() => sessionStorage, locks, mintKey),
  locks,
  openChannel: (name) => ("BroadcastChannel" in window ? new BroadcastChannel(name) : undefined),
  now: Date.now,
})

const system = createSystem({
  baseUrl: "",
  storage: deviceStorage,
  history: browserHistory,
  streams,
  loadPage,
  loadMember: () => import("./actors/member.ts"),
  languages: navigator.languages,
  now: Date.now,
  leave: (url) => location.assign(url),
})

/** Resolves when the first page can be drawn, or when waiting longer would look like nothing happens. */
const firstPage = ({ boot: { navigation } }: System): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (selectTop(navigation.getSnapshot())?.status !== "loading") resolve()
    }
    navigation.subscribe(look)
    look()
    setTimeout(resolve, LOADING_DELAY_MS)
  })

const followTheme = ({ boot: { startup } }: System): void => {
  const show = () => {
    const theme = selectTheme(startup.getSnapshot())
    if (theme === "system") delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }
  startup.subscribe(show)
  show()
}

const begin = async (element: HTMLElement): Promise<void> => {
  const { locale } = system.boot.startup.getSnapshot().context
  followTheme(system)
  history.scrollRestoration = "manual"
  addEventListener("pagehide", () => {
    savePlaces()
    streams.flush().catch(() => {})
  })
  const first = loadTexts(locale)
  await system.start()
  await firstPage(system)
  const texts = await first
  const left = leaveShell(element)
  const root = createRoot(element)
  flushSync(() =>
    root.render(
      <StrictMode>
        <SystemProvider system={system}>
          <TextsProvider first={{ locale, texts }} load={loadTexts}>
            <Frame />
          </TextsProvider>
        </SystemProvider>
      </StrictMode>,
    ),
  )
  enterPage(element, left)
}

const element = document.getElementById("root")
if (element) void begin(element)
