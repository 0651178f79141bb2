import type { StreamDeclaration } from "../events/stream-declaration.ts"

/**
 * The navigation stream of one tab. Its event schemas are loaded when there is something to read.
 */
export const navigationStream: StreamDeclaration = {
  scope: "tab",
  version: 1,
  event: () => import("../events/navigation.ts").then(({ NavigationEvent }) => NavigationEvent),
  context: () => import("./restored-pages.ts").then(({ RestoredNavigation }) => RestoredNavigation),
}
