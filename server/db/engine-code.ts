import { readFile } from "node:fs/promises"
import { setFlagsFromString } from "node:v8"

/** What the engine asks for; the throw-away instance below must offer at least as much. */
const memoryPages = { initial: 2_048, maximum: 32_768 }

/**
 * The embedded engine's code, compiled, with its SQL parser kept from the optimising compiler.
 *
 * The parser is one function of a hundred kilobytes that is mostly a jump table. V8 optimises no JavaScript function of such a size, but any of
 * WebAssembly that is called often enough; for this one it takes 600 MB and a second of a core shortly after every start, three
 * times what the whole server needs afterwards, and statements take no less time for it. All other functions are optimised as usual.
 */
export const compileEngine = async (): Promise<WebAssembly.Module> => {
  const bytes = await readFile(new URL("./pglite.wasm", import.meta.resolve("@electric-sql/pglite")))
  const module = await WebAssembly.compile(bytes)
  withoutOptimising(parserOf(module))
  return module
}

/**
 * Calls something while V8 is told to optimise function 0 only (an import, so none). A function is compiled when it is first
 * called, once for all instances of its module, and whether it counts its calls in order to be optimised is settled then.
 */
const withoutOptimising = (call: () => unknown): void => {
  setFlagsFromString("--wasm-tier-up-filter=0")
  try {
    call()
  } catch {
    // It has no stack to run on: see `parserOf`.
  } finally {
    setFlagsFromString("--wasm-tier-up-filter=-1")
  }
}

/** The parser, in a throw-away instance whose stack has no room: called, it is compiled, and ends where it would first store something. */
const parserOf = (module: WebAssembly.Module): (() => unknown) => {
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {}
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    const value = kind === "memory" ? new WebAssembly.Memory(memoryPages) : () => 0
    imports[from] = { ...imports[from], [name]: value }
  }
  const { _emscripten_stack_restore: moveStack, raw_parser: parse } = new WebAssembly.Instance(
    module,
    imports,
  ).exports
  if (typeof moveStack !== "function" || typeof parse !== "function") return () => undefined
  moveStack(0)
  return () => parse(0, 0)
}
