/** Finds out at build time which files of the build a member's route loads. */
import { readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { normalizePath, type Rolldown } from "vite"
import { HOME_PATH, ROUTES } from "../../src/navigation/routes.ts"
import { projectRoot } from "../child-process.ts"

/** Files by path, in the order in which they are wanted. */
export interface RouteFiles {
  /** What a visitor's first page loads. */
  readonly visitor: readonly string[]
  /** What starts a member's calls. */
  readonly api: readonly string[]
  /** What every page renders with. */
  readonly view: readonly string[]
  /** What every page of a member loads. */
  readonly member: readonly string[]
  /** What the page of a path loads besides. */
  readonly pages: Readonly<Record<string, readonly string[]>>
}

const VIEW = "src/app/view.tsx"

const API_LAYER = "src/runtime/api/api-layer.ts"

/** The modules that `src/main.tsx` imports for a member before it renders, in the order of their use. */
const memberModules = [API_LAYER, VIEW, "src/app/tab-table.ts", "src/app/member-frame.tsx"]

/** What every page but home loads before it renders. */
const actorModules = [
  "src/runtime/journal/store-host.ts",
  "src/runtime/api/offline-cache-store.ts",
  "src/runtime/actors/member-actors.ts",
]

export const PAGE_TABLES = ["src/app/tab-table.ts", "src/app/page-table.ts"]

interface PageModule {
  readonly file: string
  /** The chunk that the import names in a comment. A page without one has a chunk of its own. */
  readonly chunk: string | undefined
}

/** The module of each page of the tables, by the name of its route. */
export const pageModules = (): ReadonlyMap<string, PageModule> => {
  const source = PAGE_TABLES.map((path) => readFileSync(join(projectRoot, path), "utf8")).join("\n")
  const entry =
    /^ {2}"?([\w-]+)"?: (?:plain|page)\([\s\S]*?import\((?:\/\* chunk: ([\w-]+) \*\/\s*)?"\.\.\/([^"]+)"/gm
  return new Map(
    [...source.matchAll(entry)].map(([, name = "", chunk, file = ""]) => [
      name,
      { file: `src/${file}`, chunk },
    ]),
  )
}

/** The files of modules and of all that they import statically, scripts before style sheets. */
const filesOf = (bundle: Rolldown.OutputBundle, modules: readonly string[]): readonly string[] => {
  const chunks = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? [file] : []))
  const found = new Set<Rolldown.OutputChunk>()
  const add = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (chunk === undefined || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name))
  }
  for (const module of modules) {
    const own = (id: string) => normalizePath(relative(projectRoot, id)) === module
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some(own))
    if (chunk === undefined) throw new Error(`The build has no ${module}, which a route loads.`)
    add(chunk)
  }
  const styles = [...found].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  return [...[...found].map(({ fileName }) => fileName), ...styles].map((name) => `/${name}`)
}

/**
 * What each route of a member loads beyond the files that the document names or holds. Throws for a
 * route without a page.
 */
export const routeFiles = (
  bundle: Rolldown.OutputBundle,
  html: string,
  inline: readonly string[],
): RouteFiles => {
  const isNew = (file: string) => !html.includes(file) && !inline.includes(file)
  const visitor = filesOf(bundle, [VIEW, "src/features/auth/login.tsx"]).filter(isNew)
  const api = filesOf(bundle, [API_LAYER]).filter(isNew)
  const view = filesOf(bundle, [VIEW]).filter(isNew)
  if (view.length === 0 || api.some((file) => view.includes(file)))
    throw new Error("src/main.tsx or the API layer imports the view, and would wait for React DOM")
  const member = filesOf(bundle, memberModules).filter(isNew)
  const named = new Set([...filesOf(bundle, ["src/main.tsx"]), ...inline, ...member])
  const known = pageModules()
  const ownFiles = (name: string): readonly string[] => {
    const module = known.get(name)
    if (module === undefined) throw new Error(`${PAGE_TABLES.join(" and ")} have no page called ${name}.`)
    const isTab = ROUTES.some((route) => route.tab && route.name === name)
    const modules = [
      ...(name === "home" ? [] : actorModules),
      ...(isTab ? [] : ["src/app/page-table.ts", "src/app/page-location.tsx"]),
      module.file,
    ]
    return filesOf(bundle, modules).filter((file) => !named.has(file))
  }
  const home = ownFiles("home")
  const pages = ROUTES.flatMap(({ path, alias, name, entrance }) => {
    // a member who asks for an entrance is led home
    const files = entrance ? home : ownFiles(name)
    return [path, ...(alias === undefined ? [] : [alias])].map((each) => [each, files] as const)
  })
  if (!pages.some(([path]) => path === HOME_PATH)) throw new Error("home has no route")
  return { visitor, api, view, member, pages: Object.fromEntries(pages) }
}
