/**
 * How pages are drawn. The entry is part of every first visit and comes with it, on its own; the first of the others brings the table of them all and the router
 * that gives each its location.
 */
import type { ComponentType } from "react"
import { Login } from "../features/auth/login.tsx"
import { bringLostSheets, watchSheets } from "./lost-sheets.ts"
import { type Draw, type LoadScreen, plain } from "./page.ts"
import type { RoutedProps } from "./routed.tsx"

export interface Drawn {
  readonly draw: Draw
  /** Puts a page at its location; the entry takes nothing from one. */
  readonly Place: ComponentType<RoutedProps> | null
}

const login = plain(() => Promise.resolve(Login))

const bringTable = async () => {
  const [{ screens }, { Routed }] = await Promise.all([import("./pages.ts"), import("./routed.tsx")])
  return { screens, Routed }
}

/** Brings the table and the router, which the next page will want. */
export const preparePages = (): Promise<unknown> => bringTable()

const bring = async (name: string): Promise<Drawn> => {
  if (name === "login") return { draw: await login(), Place: null }
  const { screens, Routed } = await bringTable()
  const load: LoadScreen | undefined = new Map(Object.entries(screens)).get(name)
  if (load === undefined) throw new Error(`no screen is called ${name}`)
  return { draw: await load(), Place: Routed }
}

watchSheets()

const drawn = new Map<string, Drawn>()

/** Brings the code of a page; what has come is kept. Rejects when it cannot be had. */
export const loadPage = async (name: string): Promise<void> => {
  await bringLostSheets()
  if (!drawn.has(name)) drawn.set(name, await bring(name))
}

/** How to draw a page whose code has come. */
export const drawnOf = (name: string): Drawn | undefined => drawn.get(name)
