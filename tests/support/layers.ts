import { posix } from "node:path"
import { parseSync, Visitor } from "rolldown/utils"

/** A source file as text, so that a test can plant one that does not exist. */
export interface SourceFile {
  /** From the project's folder, with forward slashes. */
  readonly path: string
  readonly code: string
}

/** What one layer may import. Its own files it may always import. */
export interface Layer {
  /** The folder or file that is the layer. */
  readonly path: string
  /** Folders and files of the project whose values and types it may import. */
  readonly values: readonly string[]
  /** Folders and files of which it may import types only. */
  readonly types?: readonly string[]
  /** Packages, by name; a list restricts which of its names. `"all"` leaves the packages free. */
  readonly packages: Readonly<Record<string, "any" | readonly string[]>> | "all"
  /** False: the files of this layer do not import each other's values. */
  readonly isOneFileEach?: boolean
}

/** The charts and paths of machines, for any project. */
const paths = "packages/paths/src"
/** Journal, replay and recordings, for any project. */
const journal = "packages/journal/src"
/** The inspector console, for any project. */
const inspectorConsole = "packages/console/src"

const react = { react: "any", "react-dom": "any", "react-intl": "any", "react-router-dom": "any" } as const

const contract = ["src/domain", "src/contract"] as const
/** What every feature of the server builds on. */
const base = [...contract, "server/config", "server/core", "server/db", "server/fair-pool"] as const

const serverLayer = (name: string, values: readonly string[]): Layer => ({
  path: `server/${name}`,
  values,
  packages: "all",
})

/** The server's inner walls, from what everything builds on up to what composes it. */
const serverLayers: readonly Layer[] = [
  serverLayer("paths", []),
  serverLayer("config", contract),
  serverLayer("fair-pool", []),
  serverLayer("db", ["server/fair-pool", "server/paths"]),
  serverLayer("core", [
    ...contract,
    `${journal}/index`,
    "server/config",
    "server/db",
    "server/fair-pool",
    "server/paths",
  ]),
  serverLayer("content", [...base, "server/paths"]),
  serverLayer("members", base),
  serverLayer("payments", base),
  serverLayer("market", base),
  serverLayer("push", base),
  serverLayer("orders", [...base, "server/market", "server/paths"]),
  serverLayer("settlement", [...base, "server/market", "server/orders"]),
  serverLayer("stream", [...base, "server/market", "server/members"]),
  serverLayer("http", [
    ...base,
    "server/paths",
    "server/content",
    "server/market",
    "server/members",
    "server/payments",
    "server/stream",
  ]),
  serverLayer("payment-simulator", [...contract, "server/payments/payment-signature", "server/paths"]),
  serverLayer("operator", [...base, "server/content", "server/market", "server/members", "server/payments"]),
  serverLayer("demo", [
    ...base,
    "server/content",
    "server/market",
    "server/members",
    "server/operator",
    "server/orders",
    "server/payments",
    "server/settlement",
  ]),
  serverLayer("fault-injection", [...base, "server/http", "server/operator", "server/stream"]),
  serverLayer("verify", contract),
  serverLayer("endpoints", [
    ...base,
    "server/content",
    "server/market",
    "server/members",
    "server/operator",
    "server/orders",
    "server/payments",
    "server/push",
  ]),
  serverLayer("process-registry", [...base, "server/market/config"]),
  serverLayer("app", ["server"]),
  serverLayer("main", [
    "server/app",
    "server/config",
    "server/db/database",
    "server/demo/past-process",
    "server/market/config",
  ]),
]

/**
 * The table of the design: who may import whom. The first layer that contains a file is its layer.
 */
export const layers: readonly Layer[] = [
  {
    // pure libraries of encodings and hashes are part of the rules for addresses
    path: "src/domain",
    values: [],
    types: [`${paths}/index`],
    packages: {
      effect: ["Schema"],
      "@noble/hashes": ["sha2.js", "sha3.js", "utils.js"],
      "@scure/base": "any",
    },
  },
  { path: "src/contract", values: ["src/domain"], packages: { effect: "any" } },
  { path: "src/events", values: ["src/domain", journal], packages: { effect: ["Schema"] } },
  { path: "src/navigation", values: ["src/domain", "src/events"], packages: { effect: ["Schema"] } },
  {
    path: "machines",
    values: ["src/domain", "src/events", "src/navigation"],
    packages: { xstate: "any" },
    isOneFileEach: true,
  },
  {
    path: "src/journal",
    values: ["src/domain", journal],
    packages: { effect: "any", idb: "any", xstate: "any" },
  },
  {
    // it knows the machine by type only: what an effect answers is a fact
    path: "src/runtime/stream",
    values: [
      "src/domain",
      "src/contract",
      "src/events",
      "src/runtime/actors/effect-actor",
      "src/runtime/api/offline-cache",
      "src/runtime/api/services",
    ],
    types: ["machines"],
    packages: { effect: "any", xstate: "any" },
  },
  {
    path: "src/runtime",
    values: [
      "machines",
      "src/runtime/stream",
      "src/journal",
      journal,
      "src/contract",
      "src/events",
      "src/navigation",
      "src/domain",
    ],
    packages: {
      ...{ ...react, effect: "any", idb: ["DBSchema"], xstate: "any", "@xstate/react": "any" },
      "@simplewebauthn/browser": "any",
    },
  },
  {
    path: "src/ui",
    values: ["src/domain", "src/styles"],
    types: ["locales/en.json"],
    packages: { ...react, "lightweight-charts": "any", "qrcode-generator": "any" },
  },
  {
    path: "src/features",
    values: ["src/ui", "src/domain", "src/navigation", "src/styles", "machines", "src/runtime/hooks"],
    packages: { ...react, "@xstate/react": "any" },
  },
  {
    // the page stack on the screen: it shows the features' pages and none of them imports it
    path: "src/app",
    values: [
      "src/features",
      "src/ui",
      "src/domain",
      "src/navigation",
      "src/styles",
      "machines",
      "src/runtime/hooks",
    ],
    types: ["src/events"],
    packages: { ...react, "@xstate/react": "any" },
  },
  {
    // the dev tools look into everything that runs; only src/main may import them
    path: "src/devtools",
    values: [
      "machines",
      "src/journal",
      journal,
      "src/contract",
      "src/events",
      "src/navigation",
      "src/domain",
      "src/ui",
      "src/styles",
      "src/runtime",
      paths,
      inspectorConsole,
    ],
    packages: {
      ...react,
      effect: ["Effect", "Exit", "Option", "Schema", "SchemaAST"],
      xstate: "any",
      "@xstate/react": "any",
      "@statelyai/inspect": ["createBrowserInspector"],
      "@noble/hashes": ["sha2.js", "utils.js"],
    },
  },
  { path: "src/service-worker", values: ["src/navigation"], types: ["src/domain"], packages: {} },
  { path: "src/main", values: ["src", "machines", "locales"], packages: "all" },
  { path: paths, values: [], packages: "all" },
  { path: journal, values: [], packages: "all" },
  {
    path: inspectorConsole,
    values: [paths],
    packages: { react: "any", "react-dom": "any", xstate: "any", elkjs: "any" },
  },
  ...serverLayers,
]

/** One import as it stands in a file. */
export interface Import {
  readonly from: string
  readonly isType: boolean
  /** Loaded on demand, by `import()`. */
  readonly isDynamic: boolean
  /** The names imported; null where it is everything. */
  readonly names: readonly string[] | null
}

const literal = (node: { readonly type: string; readonly value?: unknown }): string | null =>
  node.type === "Literal" && typeof node.value === "string" ? node.value : null

const importsByFile = new WeakMap<SourceFile, readonly Import[]>()

/**
 * Every import of a file: static, re-exporting, dynamic, and of a type in place. Throws when it
 * does not parse.
 */
export function importsOf(file: SourceFile): readonly Import[] {
  const known = importsByFile.get(file)
  if (known !== undefined) return known
  const parsed = parseSync(file.path, file.code)
  if (parsed.errors.length > 0) throw new Error(`${file.path} does not parse: ${parsed.errors[0]?.message}`)
  const found: Import[] = []
  const note = (
    from: string | null,
    isType: boolean,
    names: readonly string[] | null,
    isDynamic = false,
  ): void => {
    if (from === null) throw new Error(`${file.path} imports a computed address`)
    found.push({ from, isType, isDynamic, names })
  }
  new Visitor({
    ImportDeclaration(node) {
      const named = node.specifiers.filter((specifier) => specifier.type === "ImportSpecifier")
      const isEachType = named.length > 0 && named.every((specifier) => specifier.importKind === "type")
      const isWhole = named.length < node.specifiers.length || node.specifiers.length === 0
      const names = named.map(({ imported }) =>
        imported.type === "Identifier" ? imported.name : imported.value,
      )
      note(node.source.value, node.importKind === "type" || (isEachType && !isWhole), isWhole ? null : names)
    },
    ExportNamedDeclaration(node) {
      if (node.source) note(node.source.value, node.exportKind === "type", null)
    },
    ExportAllDeclaration(node) {
      note(node.source.value, node.exportKind === "type", null)
    },
    ImportExpression(node) {
      note(literal(node.source), false, null, true)
    },
    TSImportType(node) {
      note(node.source.value, true, null)
    },
  }).visit(parsed.program)
  importsByFile.set(file, found)
  return found
}

const isWithin = (path: string, layer: string): boolean =>
  path === layer || path.startsWith(`${layer}/`) || path.startsWith(`${layer}.`)

const isAnyOf = (path: string, list: readonly string[]): boolean =>
  list.some((layer) => isWithin(path, layer))

/** `@scope/name/deep` and `name/deep` without what is below the package's name. */
const packageOf = (from: string): string =>
  from
    .split("/")
    .slice(0, from.startsWith("@") ? 2 : 1)
    .join("/")

function judgePackage(layer: Layer, item: Import): string | null {
  if (layer.packages === "all") return null
  const allowed = layer.packages[packageOf(item.from)]
  if (allowed === undefined) return `may not import the package ${item.from}`
  if (allowed === "any") return null
  const submodule = item.from.slice(packageOf(item.from).length + 1)
  const names = submodule ? [submodule] : item.names
  return names?.every((name) => allowed.includes(name))
    ? null
    : `may import only ${allowed.join(", ")} of ${item.from}`
}

function judgeFile(layer: Layer, target: string, item: Import): string | null {
  const isOwn = layers.find((candidate) => isWithin(target, candidate.path)) === layer
  if (isOwn) return layer.isOneFileEach && !item.isType ? `stands alone and may not import ${target}` : null
  if (isAnyOf(target, layer.values)) return null
  if (item.isType && isAnyOf(target, layer.types ?? [])) return null
  return `may not import ${item.isType ? "types of " : ""}${target}`
}

const PACKAGE = /^@financial-links\/(\w+)(?:\/([\w-]+))?$/

/** The file of this project that an import leads to; undefined for a package from elsewhere. */
export const targetOf = (path: string, from: string): string | undefined => {
  const [, name, entry = "index"] = PACKAGE.exec(from) ?? []
  if (name !== undefined) return `packages/${name}/src/${entry}.ts`
  return from.startsWith(".") ? posix.join(posix.dirname(path), from) : undefined
}

/** A path into the sources of a package: files without one need not be parsed. */
const SOURCES = /(?:packages|\.\.)\/\w+\/src\//

/** Imports of the sources of a package from outside it, one sentence each. */
export const deepImports = (files: readonly SourceFile[]): readonly string[] =>
  files
    .filter(({ code }) => SOURCES.test(code))
    .flatMap((file) =>
      importsOf(file).flatMap(({ from }) => {
        const target = from.startsWith(".") ? (targetOf(file.path, from) ?? "") : ""
        const [, name] = /^packages\/(\w+)\/src\//.exec(target) ?? []
        const isDeep = name !== undefined && !file.path.startsWith(`packages/${name}/`)
        return isDeep ? [`${file.path} imports ${target}`] : []
      }),
    )

/** What the files import and may not, one sentence each. */
export function violations(files: readonly SourceFile[]): readonly string[] {
  if (files.length === 0) throw new Error("No files to look at.")
  return files.flatMap((file) => {
    const layer = layers.find((candidate) => isWithin(file.path, candidate.path))
    if (!layer) return [`${file.path} stands in no layer of the table`]
    return importsOf(file).flatMap((item) => {
      const target = targetOf(file.path, item.from)
      const problem = target === undefined ? judgePackage(layer, item) : judgeFile(layer, target, item)
      return problem ? [`${file.path} ${problem}`] : []
    })
  })
}
