/** Defines a route's page: the query it takes and how its code is loaded. */
import { type ComponentType, createElement, type ReactElement } from "react"
import type { QuerySchema, queries } from "../navigation/route-queries.ts"

/** Renders a page from the query in its URL; null if the query is not valid for it. */
export type RenderPage = (query: Readonly<Record<string, string>>) => ReactElement | null

/** Loads the code of a page. The query reaches it as typed props. */
export type LoadPage = () => Promise<RenderPage>

/** A page without a query. */
export const plain =
  (load: () => Promise<ComponentType>): LoadPage =>
  async () => {
    const Screen = await load()
    return () => createElement(Screen)
  }

/** A page with a query. The schemas load with the first such page. */
export const page =
  <Props extends object>(
    schemaOf: (all: typeof queries) => QuerySchema<Props>,
    load: () => Promise<ComponentType<Props>>,
  ): LoadPage =>
  async () => {
    const [known, Screen] = await Promise.all([import("../navigation/route-queries.ts"), load()])
    const read = known.queryReader(schemaOf(known.queries))
    return (raw) => {
      const props = read(raw)
      return props === null ? null : createElement(Screen, props)
    }
  }
