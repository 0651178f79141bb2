import { existsSync } from "node:fs"
import { join } from "node:path"
import react from "@vitejs/plugin-react"
import { defineConfig, normalizePath } from "vite"
import { serviceWorker } from "./scripts/service-worker-plugin.ts"
import { shell } from "./scripts/shell/plugin.ts"

/**
 * Chunks that are requested as a whole, with everything their files import that no earlier chunk holds. Without them each shared module is a request of its
 * own: the first page takes 60 instead of 2.
 */
const chunks = {
  boot: ["src/main.tsx"],
  api: ["src/runtime/api-layer.ts"],
  member: ["src/runtime/member-actors.ts"],
  "member-frame": ["src/app/member-frame.tsx"],
  "offline-storage": ["src/runtime/browser-event-store.ts", "src/runtime/effects/offline-cache-store.ts"],
  home: ["src/features/home/home.tsx"],
}

/** Throws for a file that does not exist: a chunk without its file would silently fall apart. */
const chunkGroups = Object.entries(chunks).map(([name, files]) => {
  const paths = files.map((file) => join(import.meta.dirname, file))
  const missing = paths.find((path) => !existsSync(path))
  if (missing !== undefined) throw new Error(`The chunk ${name} lists ${missing}, which does not exist.`)
  const ids = new Set(paths.map(normalizePath))
  return { name, test: (id: string) => ids.has(id) }
})

export default defineConfig({
  // False after `npm run build -- --without-console`.
  define: { WITH_CONSOLE: JSON.stringify(process.env.CONSOLE !== "off") },
  plugins: [react(), shell(), serviceWorker()],
  resolve: {
    alias: [
      // Texts are compiled to AST, so the parser stays out of the browser.
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: "@formatjs/icu-messageformat-parser/no-parser.js",
      },
    ],
  },
  build: {
    outDir: "dist/client",
    manifest: true,
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    cssTarget: ["chrome125", "safari17.5", "firefox128"],
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
})
