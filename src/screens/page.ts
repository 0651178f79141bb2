/** How a route's screen is described: the schema of its query, and where its code is. */
import { type ComponentType, createElement, type ReactElement } from "react"
import { type QuerySchema, queryReader } from "../domain/routes.ts"

/** Draws a page from the query in its URL; null where the query makes no sense for it. */
export type Draw = (query: Readonly<Record<string, string>>) => ReactElement | null

/** Brings the code of a screen. The query reaches it as typed props. */
export type LoadScreen = () => Promise<Draw>

export const page = <Props extends object>(
  query: QuerySchema<Props>,
  load: () => Promise<ComponentType<Props>>,
): LoadScreen => {
  const read = queryReader(query)
  return async () => {
    const Screen = await load()
    return (raw) => {
      const props = read(raw)
      return props === null ? null : createElement(Screen, props)
    }
  }
}
