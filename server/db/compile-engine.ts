import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { setFlagsFromString } from "node:v8"

const { resolve } = createRequire(import.meta.url)

/**
 * The only place that depends on internals of PGlite and V8: two exports of pglite.wasm and one V8
 * flag.
 *
 * PGlite's SQL parser is one WebAssembly function of 100 kB, mostly a jump table. V8's optimising
 * compiler takes 600 MB and a second of a core for it shortly after every start, three times the
 * memory of the whole server, and statements run no faster afterwards. V8 has no public setting per
 * function, so the parser is compiled while the optimiser is switched off. When an upgrade removes
 * an export or the flag, the server works as before and uses more memory;
 * tests/server/pglite-parser.test.ts fails and names the upgrade.
 */
export const ENGINE_INTERNALS = {
  exports: { stackRestore: "_emscripten_stack_restore", parser: "raw_parser" },
  flag: "--wasm-tier-up-filter",
} as const

/** Memory pages that the module imports at least. */
const memoryPages = { initial: 2_048, maximum: 32_768 }

/** Compiles the embedded engine and excludes its SQL parser from optimisation. */
export const compileEngine = async (): Promise<WebAssembly.Module> => {
  const bytes = await readFile(join(dirname(resolve("@electric-sql/pglite")), "pglite.wasm"))
  const module = await WebAssembly.compile(bytes)
  compileParser(module)
  return module
}

/**
 * Calls the parser once while only function 0, an import, may be optimised. V8 compiles a function
 * at its first call, once for all instances of a module, and decides then whether it counts calls
 * for optimisation. Returns whether the parser ran.
 */
export const compileParser = (module: WebAssembly.Module): boolean => {
  const parse = parserOf(module)
  if (parse === null) return false
  setFlagsFromString(`${ENGINE_INTERNALS.flag}=0`)
  try {
    parse()
    return false
  } catch (thrown) {
    // Without stack space the call traps at its first store, after it has been compiled.
    return thrown instanceof WebAssembly.RuntimeError
  } finally {
    setFlagsFromString(`${ENGINE_INTERNALS.flag}=-1`)
  }
}

/**
 * The parser in a throw-away instance without stack space. Null when this version of PGlite does
 * not export it.
 */
const parserOf = (module: WebAssembly.Module): (() => unknown) | null => {
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {}
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    const value = kind === "memory" ? new WebAssembly.Memory(memoryPages) : () => 0
    imports[from] = { ...imports[from], [name]: value }
  }
  const { exports } = new WebAssembly.Instance(module, imports)
  const moveStack = exports[ENGINE_INTERNALS.exports.stackRestore]
  const parse = exports[ENGINE_INTERNALS.exports.parser]
  if (typeof moveStack !== "function" || typeof parse !== "function") return null
  moveStack(0)
  return () => parse(0, 0)
}
