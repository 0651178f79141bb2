/** The stream of one form in one tab. Its event schemas are loaded on demand. */
import type { StreamDeclaration } from "./stream-declaration.ts"

export const formStream: StreamDeclaration = {
  scope: "tab",
  version: 1,
  event: () => import("./form.ts").then(({ FormEvent }) => FormEvent),
}
