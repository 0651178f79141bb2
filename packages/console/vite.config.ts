import { join } from "node:path"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

/** The pack: two entries, the code of `packages/paths` that they use, and one style sheet. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
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
