/** The streams of this tab itself. Their vocabulary comes when there is something to read. */
import type { StreamDeclaration } from "./events.ts"

export const navigationStream: StreamDeclaration = {
  scope: "tab",
  version: 1,
  event: () => import("./events/navigation.ts").then(({ NavigationEvent }) => NavigationEvent),
  context: () => import("./kept-pages.ts").then(({ KeptPages }) => KeptPages),
}

export const formStream: StreamDeclaration = {
  scope: "tab",
  version: 1,
  event: () => import("./events/form.ts").then(({ FormEvent }) => FormEvent),
}
