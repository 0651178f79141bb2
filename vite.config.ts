import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

/**
 * The client. Texts are compiled to AST beforehand, so the ICU parser is replaced by a stub; nothing is inlined as a
 * data: address and no inline script is emitted, so that the server's content security policy needs no exception.
 */
export default defineConfig({
  plugins: [react()],
  resolve: {
    alias: [
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: "@formatjs/icu-messageformat-parser/no-parser.js",
      },
    ],
  },
  build: {
    outDir: "dist/client",
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
