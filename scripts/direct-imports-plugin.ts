/**
 * Imports shared chunks directly. A module that is imported on demand and shares a chunk with
 * others gets a file of its own from rolldown, which only re-exports it: one more request, and one
 * more round trip before the chunk is requested (rolldown/rolldown#9729). Rollup builds no such file.
 */
import type { Plugin, Rolldown } from "vite"

interface Forwarding {
  readonly fileName: string
  readonly target: string
  /** What the importer destructures, as a function of the chunk's namespace. */
  readonly pick: string
}

const FORWARDING = /^export\{([^}]+)\}from"\.\/([^"/]+)";?\s*$/

/** What a file forwards to; undefined for any other than one of re-exports from a single chunk. */
export const forwardingOf = ({
  fileName,
  code,
}: Pick<Rolldown.OutputChunk, "fileName" | "code">): Forwarding | undefined => {
  const [, names, file] = FORWARDING.exec(code) ?? []
  if (names === undefined || file === undefined) return undefined
  const fields = names.split(",").map((each) => {
    const [own = "", exported = own] = each.split(" as ")
    return `${exported}:n.${own}`
  })
  const folder = fileName.slice(0, fileName.lastIndexOf("/") + 1)
  return { fileName, target: `${folder}${file}`, pick: `n=>({${fields.join(",")}})` }
}

/** The code, whose imports of forwarding files are replaced by imports of their chunks. */
export const importDirectly = (code: string, forwardings: ReadonlyMap<string, Forwarding>): string =>
  code.replaceAll(/\bimport\((["'`])\.\/([^"'`]+)\1\)/g, (whole, quote: string, file: string) => {
    const found = forwardings.get(file)
    const target = found?.target.split("/").at(-1)
    return found ? `import(${quote}./${target}${quote}).then(${found.pick})` : whole
  })

/** Part of the hashes in file names. Change it with the code that this plugin writes. */
const REVISION = "direct imports 1"

/** Must run before Vite lists what each import preloads. */
export const directImports = (): Plugin => ({
  name: "direct-imports",
  apply: (config, { command }) => command === "build" && !config.build?.ssr,
  augmentChunkHash: () => REVISION,
  generateBundle: {
    order: "pre",
    handler: (_options, bundle) => {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? [file] : []))
      const found = chunks.flatMap((chunk) => forwardingOf(chunk) ?? [])
      const forwardings = new Map(found.map((each) => [each.fileName.split("/").at(-1) ?? "", each]))
      for (const { fileName } of found) delete bundle[fileName]
      for (const chunk of chunks) chunk.code = importDirectly(chunk.code, forwardings)
    },
  },
})
