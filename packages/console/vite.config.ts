import { join } from "node:path"
import react from "@vitejs/plugin-react"
import { defineConfig, type Plugin } from "vite"

/** The style sheet of the tokens declares the order of the layers: it comes before those of the panels. */
const tokensFirst: Plugin = {
  name: "tokens-first",
  transform: (code, id) =>
    id === join(import.meta.dirname, "src/index.ts") ? `import "./tokens.css"\n${code}` : null,
}

/** The pack: two entries, the code of `packages/paths` that they use, and one style sheet. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tokensFirst],
  build: {
    lib: {
      entry: {
        index: join(import.meta.dirname, "src/index.ts"),
        charts: join(import.meta.dirname, "src/charts.ts"),
      },
      formats: ["es"],
      cssFileName: "console",
    },
    minify: false,
    rolldownOptions: { external: [/^(?:react|react-dom|xstate|elkjs)(?:\/|$)/] },
  },
})
