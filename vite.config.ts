import { createHash } from "node:crypto"
import { relative } from "node:path"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"
import { noDevtools } from "./scripts/no-devtools.ts"
import { plainMachines } from "./scripts/plain-machines.ts"
import { shell } from "./scripts/shell/plugin.ts"
import { componentMakers, unusedFormats } from "./scripts/unused-formats.ts"
import { worker } from "./scripts/worker-plugin.ts"

/** What the first page of a first visit needs, all of it from here: brought in one file, because each further request costs a round trip. */
const firstPage = "src/main.tsx"

interface ModuleFacts {
  readonly importers: readonly string[]
}

/** Answers whether a module is imported, without a lazy step between, by the first page. */
const firstPageModules = () => {
  const known = new Map<string, boolean>()
  const belongs = (id: string, factsOf: (id: string) => ModuleFacts | null): boolean => {
    const answer = known.get(id)
    if (answer !== undefined) return answer
    known.set(id, false)
    const found =
      id.endsWith(firstPage) || (factsOf(id)?.importers ?? []).some((importer) => belongs(importer, factsOf))
    known.set(id, found)
    return found
  }
  return belongs
}

/** What is always wanted at once, with all that it needs and no earlier one has: each further file would be a request, and a name in the first page's code. */
const together = [
  { name: "backroom", test: /\/src\/actors\/backroom\.ts$/ },
  { name: "member", test: /\/src\/actors\/member\.ts$/ },
  { name: "frame", test: /\/src\/screens\/member-frame\.tsx$/ },
  { name: "trouble", test: /\/src\/screens\/trouble\.tsx$/ },
  { name: "dialogs", test: /\/src\/ui\/(?:ActionSheet|Modal)\.tsx$/ },
  // the journal, and beside it what an earlier visit knew: both lie in the browser's database
  { name: "shelves", test: /\/src\/(?:actors\/browser-streams|effects\/last-known-store)\.ts$/ },
  { name: "home", test: /\/src\/screens\/home\.tsx$/ },
]

const isOfFirstPage = firstPageModules()

const root = import.meta.dirname
/** Four signs tell some hundred style sheets apart; two that agreed would still need a class of the same name. */
const shortHash = (path: string): string =>
  createHash("sha256").update(path.replaceAll("\\", "/")).digest("base64url").slice(0, 4)

/**
 * The client. Texts are compiled to AST beforehand, so the ICU parser is replaced by a stub; nothing is inlined as a data: address. What the shell has inline,
 * one style and one script, the server's content security policy allows by hash.
 */
export default defineConfig({
  // an operator may build without the debug console: `npm run build -- --without-console`
  define: { WITH_CONSOLE: JSON.stringify(process.env.CONSOLE !== "off") },
  css: {
    modules: {
      generateScopedName: (name, file) => `${name}_${shortHash(relative(root, file.replace(/\?.*/, "")))}`,
    },
  },
  plugins: [react(), plainMachines(), unusedFormats(), noDevtools(), shell(), worker()],
  resolve: {
    alias: [
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: "@formatjs/icu-messageformat-parser/no-parser.js",
      },
      // React has the hook itself: the stand-in for older ones stays out
      {
        find: /^use-sync-external-store\/shim\/with-selector$/,
        replacement: "use-sync-external-store/with-selector",
      },
      { find: /^use-sync-external-store\/shim$/, replacement: "react" },
    ],
  },
  build: {
    outDir: "dist/client",
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    cssTarget: ["chrome125", "safari17.5", "firefox128"],
    rolldownOptions: {
      // a constant stands where it is used: else the first page carries those of all the others
      optimization: { inlineConst: { mode: "all", pass: 3 } },
      treeshake: { manualPureFunctions: [...componentMakers] },
      output: {
        // longer, for what is brought once and kept
        minify: { compress: { target: "es2022", maxIterations: 10 }, mangle: { toplevel: true } },
        codeSplitting: {
          groups: [
            {
              debugName: "boot",
              name: (id, context) =>
                isOfFirstPage(id, (other) => context.getModuleInfo(other)) ? "boot" : null,
            },
            ...together,
          ],
        },
      },
    },
  },
})
