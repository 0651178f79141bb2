/** How a route's screen is described: which query it takes, and where its code is. */
import { type ComponentType, createElement, type ReactElement } from "react"
import type { QuerySchema, queries } from "../navigation/route-queries.ts"

/** Draws a page from the query in its URL; null where the query makes no sense for it. */
export type Draw = (query: Readonly<Record<string, string>>) => ReactElement | null

/** Brings the code of a screen. The query reaches it as typed props. */
export type LoadScreen = () => Promise<Draw>

/** A page that takes nothing from its URL. */
export const plain =
  (load: () => Promise<ComponentType>): LoadScreen =>
  async () => {
    const Screen = await load()
    return () => createElement(Screen)
  }

/** A page with a query; the schemas come with the first page that needs one. */
export const page =
  <Props extends object>(
    schemaOf: (all: typeof queries) => QuerySchema<Props>,
    load: () => Promise<ComponentType<Props>>,
  ): LoadScreen =>
  async () => {
    const [known, Screen] = await Promise.all([import("../navigation/route-queries.ts"), load()])
    const read = known.queryReader(schemaOf(known.queries))
    return (raw) => {
      const props = read(raw)
      return props === null ? null : createElement(Screen, props)
    }
  }
