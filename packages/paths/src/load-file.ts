/**
 * Compiles a file as a bundler does, and runs it. What it declares can be read while the rest of it waits, as
 * a script does for its next step, and after it has thrown.
 */
import { registerHooks } from "node:module"
import { setTimeout as sleep } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import type { parseAst } from "rolldown/parseAst"
import { exportsOf, isMachine } from "./cases.ts"

const EMPTY_ENDINGS = [".css", ".scss", ".less", ".svg", ".png", ".jpg", ".gif", ".webp", ".woff2"]

/** A file that waits longer at its top is looked into as far as it has come. */
const WAIT_MS = 500
/** Delays pass faster while a file is loaded: scripts wait for what their actors do. */
const DELAYS_DIVIDED_BY = 100

/** True for a module that Node loads itself: a package, or what is not there and Node names. */
const isExternal = (id: string | undefined): boolean => id === undefined || /[\\/]node_modules[\\/]/.test(id)

/** Stands for React's JSX where there is no React: no component is drawn here. */
const JSX = "\0jsx"

const DECLARED = "xstatePathsDeclared"

/** Properties of an object literal: by its name, each variable at the top of the bundle and each export. */
const gettersOf = (body: ReturnType<typeof parseAst>["body"]): string => {
  const names = new Map<string, string>()
  for (const node of body) {
    if (node.type === "VariableDeclaration")
      for (const { id } of node.declarations) if (id.type === "Identifier") names.set(id.name, id.name)
    if (node.type === "ExportNamedDeclaration" && node.source === null)
      for (const { local, exported } of node.specifiers)
        if (local.type === "Identifier" && exported.type === "Identifier")
          names.set(`export ${exported.name}`, local.name)
  }
  return [...names].map(([name, local]) => `${JSON.stringify(name)}: () => ${local},`).join("")
}

/**
 * The file with its own modules as one, compiled as bundlers do: imports without an ending, aliases of its
 * tsconfig, enums, decorators, JSX. Packages stay imports; styles and pictures are empty.
 */
const bundled = async (path: string): Promise<string> => {
  const [{ rolldown }, { parseAst }] = await Promise.all([
    import("rolldown"),
    import("rolldown/parseAst"),
  ]).catch((): never => {
    throw new Error("files are compiled with rolldown: npm install --save-dev rolldown")
  })
  const bundle = await rolldown({
    input: path,
    platform: "node",
    tsconfig: true,
    treeshake: false,
    shimMissingExports: true,
    logLevel: "silent",
    moduleTypes: Object.fromEntries(EMPTY_ENDINGS.map((ending) => [ending, "empty"])),
    transform: { decorator: { legacy: true } },
    plugins: [
      {
        name: "packages",
        load: (id) => (id === JSX ? "export const jsx = () => null, jsxs = jsx, jsxDEV = jsx" : null),
        async resolveId(id, importer, options) {
          if (importer === undefined || /^[./]/.test(id)) return null
          const resolved = await this.resolve(id, importer, { ...options, skipSelf: true })
          if (resolved === null && id.startsWith("react/jsx-")) return JSX
          return isExternal(resolved?.id) || resolved?.external ? { id, external: true } : resolved
        },
      },
    ],
  })
  const { output } = await bundle.generate({ format: "esm", codeSplitting: false })
  await bundle.close()
  const { code } = output[0]
  return `globalThis.${DECLARED} = {${gettersOf(parseAst(code).body)}};${code}`
}

/** Resolves `xstate` to the copy of this package, wherever the file is. */
const lendXState = (): void => {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === "xstate" || specifier.startsWith("xstate/")
        ? next(specifier, { ...context, parentURL: import.meta.url })
        : next(specifier, context),
  })
}

/** The parts of a browser's window that machines read where they are declared. */
const lendWindow = (): void => {
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  const parts = { window: globalThis, innerWidth: 1280, innerHeight: 800, localStorage: storage }
  for (const [name, value] of Object.entries(parts))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}

const NEEDS_WINDOW = /^(?:window|innerWidth|innerHeight|localStorage) is not defined$/

/** Shortens the file's delays. Returns what undoes it. */
const shortenDelays = (): (() => void) => {
  const { setTimeout: delay } = globalThis
  const short = (run: () => void, ms = 0, ...given: never[]) => delay(run, ms / DELAYS_DIVIDED_BY, ...given)
  Reflect.set(globalThis, "setTimeout", short)
  return () => Reflect.set(globalThis, "setTimeout", delay)
}

type Declared = ReadonlyMap<string, unknown>

/** What has a value by now. */
const declaredNow = (): Declared => {
  const getters: unknown = Reflect.get(globalThis, DECLARED)
  const found = new Map<string, unknown>()
  for (const [name, get] of Object.entries(getters ?? {})) {
    try {
      if (typeof get === "function") found.set(name, get())
    } catch {
      // its declaration has not run
    }
  }
  return found
}

/** The exports; if none is a machine, the machines that are not exported too. */
const chosenOf = (declared: Declared): Declared => {
  const exported = [...declared].flatMap(([name, value]) =>
    name.startsWith("export ") ? [[name.slice("export ".length), value] as const] : [],
  )
  const isHidden = !exported.some(([, value]) => isMachine(value))
  const hidden = isHidden
    ? [...declared].filter(([name, value]) => /^\w+$/.test(name) && isMachine(value))
    : []
  return new Map([...hidden, ...exported])
}

type Outcome = { readonly exported: Declared } | { readonly cause: unknown }

const run = (path: string, query: string): Promise<Outcome> =>
  exportsOf(path, query).then(
    (exported) => ({ exported }),
    (cause: unknown) => ({ cause }),
  )

const hasMachine = (declared: Declared): boolean => [...declared.values()].some(isMachine)

/** False while the table of cases, if the file has one, has no value. */
const isReadable = (declared: Declared, hasCases: boolean): boolean =>
  hasMachine(declared) && (!hasCases || declared.has("cases"))

/** What the file exports, or declares where it exports no machine. Rejects with what it throws before. */
export const declaredIn = async (path: string): Promise<Declared> => {
  const source = await bundled(path)
  const hasCases = /"export cases": /.test(source)
  const address = pathToFileURL(path).href
  lendXState()
  registerHooks({
    load: (url, context, next) =>
      url.split("?")[0] === address ? { format: "module", source, shortCircuit: true } : next(url, context),
  })
  const outcomeOf = async (query: string): Promise<Declared> => {
    const running = run(path, query)
    const early = await Promise.race([running, sleep(WAIT_MS, null, { ref: true })])
    const now = chosenOf(declaredNow())
    if (early === null && isReadable(now, hasCases)) return now
    const outcome = await running
    const last = chosenOf(declaredNow())
    if ("exported" in outcome) return new Map([...last, ...outcome.exported])
    if (isReadable(last, hasCases)) return last
    throw outcome.cause
  }
  const restoreDelays = shortenDelays()
  try {
    return await outcomeOf("").catch((cause: unknown) => {
      if (!(cause instanceof Error && NEEDS_WINDOW.test(cause.message))) throw cause
      lendWindow()
      return outcomeOf("?window")
    })
  } finally {
    restoreDelays()
  }
}
