import type { Plugin } from "vite"

/**
 * XState hands every actor that starts to whatever an extension has left at `window.__xstate__`. A member's app hands its actors to nobody: developers have the
 * debug console. Only the build for the lab keeps the hook, by which model tests look on.
 */
export const noDevtools = (): Plugin => ({
  name: "no-devtools",
  apply: (_, { command, mode }) => command === "build" && mode !== "lab",
  transform: {
    filter: { id: /\/xstate\/dist\/xstate-dev\.esm\.js$/ },
    handler: () => ({
      code: "export const devToolsAdapter = () => {}\nexport const registerService = () => {}",
      map: null,
    }),
  },
})
