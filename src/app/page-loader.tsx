/**
 * Loads the code of pages. The login page is part of the first bundle; the first other page loads
 * the table of all and the router.
 */
import type { ComponentType } from "react"
import { Login } from "../features/auth/login.tsx"
import { type LoadPage, plain, type RenderPage } from "./page-definition.ts"
import type { PageLocationProps } from "./page-location.tsx"
import { reloadFailedStylesheets, watchStylesheets } from "./stylesheet-recovery.ts"

export interface LoadedPage {
  readonly render: RenderPage
  /** Gives the page its router location; null for the login page, which needs none. */
  readonly Location: ComponentType<PageLocationProps> | null
}

const login = plain(() => Promise.resolve(Login))

const loadPageTable = async () => {
  const [{ pageTable }, { PageLocation }] = await Promise.all([
    import("./page-table.ts"),
    import("./page-location.tsx"),
  ])
  return { pageTable, PageLocation }
}

/** Loads the table and the router before a page needs them. */
export const preloadPageTable = (): Promise<unknown> => loadPageTable()

const loadDefinition = async (name: string): Promise<LoadedPage> => {
  if (name === "login") return { render: await login(), Location: null }
  const { pageTable, PageLocation } = await loadPageTable()
  const load: LoadPage | undefined = new Map(Object.entries(pageTable)).get(name)
  if (load === undefined) throw new Error(`no page is called ${name}`)
  return { render: await load(), Location: PageLocation }
}

watchStylesheets()

const loaded = new Map<string, LoadedPage>()

/** Loads the code of a page once. Rejects when it cannot be loaded. */
export const loadPage = async (name: string): Promise<void> => {
  await reloadFailedStylesheets()
  if (!loaded.has(name)) loaded.set(name, await loadDefinition(name))
}

/** A page whose code has loaded. */
export const loadedPage = (name: string): LoadedPage | undefined => loaded.get(name)
