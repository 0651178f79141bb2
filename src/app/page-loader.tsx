/**
 * Loads the code of pages. The first tab loads the table of the tabs, and the first page below them
 * that of the others and the router.
 */
import type { ComponentType } from "react"
import { type LoadPage, plain, type RenderPage } from "./page-definition.ts"
import type { PageLocationProps } from "./page-location.tsx"
import { completeTexts } from "./texts.ts"

export interface LoadedPage {
  readonly render: RenderPage
  /** Gives a page below the tabs its router location; null for the others, whose path is their own. */
  readonly Location: ComponentType<PageLocationProps> | null
}

const login = plain(() => import("../features/auth/login.tsx").then(({ Login }) => Login))

/** Loads what pages below the tabs are opened with, before one needs it. */
export const loadPageTable = () => Promise.all([import("./page-table.ts"), import("./page-location.tsx")])

/** Pages whose texts are among the first. */
const FIRST_PAGES = ["login", "home"]

const loadDefinition = async (name: string): Promise<LoadedPage> => {
  if (name === "login") return { render: await login(), Location: null }
  const { tabTable } = await import("./tab-table.ts")
  const loadTab = new Map<string, LoadPage>(Object.entries(tabTable)).get(name)
  if (loadTab) return { render: await loadTab(), Location: null }
  const [{ pageTable }, { PageLocation }] = await loadPageTable()
  const load = new Map<string, LoadPage>(Object.entries(pageTable)).get(name)
  if (load === undefined) throw new Error(`no page is called ${name}`)
  return { render: await load(), Location: PageLocation }
}

const loaded = new Map<string, LoadedPage>()

/** Loads the code and the texts of a page once. Rejects when it cannot be loaded. */
export const loadPage = async (name: string): Promise<void> => {
  await reloadFailedStylesheets()
  if (loaded.has(name)) return
  const [page] = await Promise.all([
    loadDefinition(name),
    FIRST_PAGES.includes(name) ? null : completeTexts(),
  ])
  loaded.set(name, page)
}

/** A page whose code has loaded. */
export const loadedPage = (name: string): LoadedPage | undefined => loaded.get(name)

// Loads style sheets again that failed to load. Vite's preload inserts each sheet once and never
// retries, so a page that loads after a lost connection would stay without its styles.
// Tested by tests/e2e/offline.test.ts.

const failed = new Set<string>()

/** Collects the style sheets that fail to load from now on. */
const watchStylesheets = (): void =>
  document.head.addEventListener(
    "error",
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== "stylesheet") return
      failed.add(target.href)
      target.remove()
    },
    // error events of elements do not bubble
    { capture: true },
  )

const load = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement("link")
    link.rel = "stylesheet"
    link.href = href
    link.onload = () => {
      failed.delete(href)
      resolve()
    }
    link.onerror = () => reject(new Error(`the style sheet ${href} could not be loaded`))
    document.head.append(link)
  })

/** Loads the failed style sheets again. Rejects when one of them fails once more. */
const reloadFailedStylesheets = async (): Promise<void> => {
  await Promise.all([...failed].map(load))
}

watchStylesheets()
