/** npm run build [-- --without-console]: builds app and server into dist. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { build as bundle } from "rolldown"
import { build as buildClient } from "vite"
import { makeTemplate, templatePath } from "../server/db/data-directory.ts"
import { writeDrawings } from "./charts/drawings.ts"
import { projectRoot, seconds } from "./child-process.ts"
import { hashDocuments } from "./inline-hashes.ts"
import { compileLocales } from "./locales.ts"
import { precompress } from "./precompress.ts"
import { distFolder, hashInputs, writeStamp } from "./stamp.ts"

/** Refuses an old Node with a sentence before anything that an old Node cannot load is read. */
const entryOf = (bundle: string): string => `import { createRequire } from "node:module"
createRequire(import.meta.url)("./require-node.cjs")
await import("./bundle/${bundle}.js")
`

async function buildServer(folder: string): Promise<void> {
  const main = join(projectRoot, "server/main.ts")
  const operator = join(projectRoot, "server/operator.ts")
  const simulator = join(projectRoot, "server/payment-simulator/main.ts")
  const engine = join(projectRoot, "server/db/engine-worker.ts")
  await bundle({
    input: { main, operator, "payment-simulator": simulator, "engine-worker": engine },
    platform: "node",
    external: (id) => !/^(?:\.|\/|[A-Za-z]:[\\/]|@financial-links\/)/.test(id),
    experimental: { resolveNewUrlToAsset: true },
    logLevel: "warn",
    output: { dir: join(folder, "bundle"), format: "esm", chunkFileNames: "[name]-[hash].js" },
  })
  for (const entry of ["main", "payment-simulator"])
    writeFileSync(join(folder, `${entry}.js`), entryOf(entry))
  const check = readFileSync(join(projectRoot, "scripts/require-node.cjs"))
  writeFileSync(join(folder, "require-node.cjs"), check)
}

async function buildPages(folder: string): Promise<void> {
  await buildClient({
    root: projectRoot,
    configFile: join(projectRoot, "vite.config.ts"),
    logLevel: "warn",
    build: { outDir: folder, emptyOutDir: true },
  })
  writeFileSync(join(folder, ".vite", "inline.json"), JSON.stringify(hashDocuments(folder)))
  await precompress(folder)
}

/**
 * The embedded database begins from a packed directory: its first start is fast and needs little
 * memory.
 */
async function buildDatabase(folder: string): Promise<void> {
  writeFileSync(templatePath(folder), await makeTemplate())
}

/** Builds beside the old build and swaps the two at the end, so that dist is never half a build. */
async function buildAll(): Promise<void> {
  const hash = hashInputs()
  const staging = join(projectRoot, ".cache", `build-${process.pid}`)
  const outgoing = `${staging}-old`
  mkdirSync(staging, { recursive: true })
  try {
    const isConsoleWanted = process.env.CONSOLE !== "off"
    await Promise.all([compileLocales(), ...(isConsoleWanted ? [writeDrawings()] : [])])
    await Promise.all([
      buildPages(join(staging, "client")),
      buildServer(join(staging, "server")),
      buildDatabase(staging),
    ])
    writeStamp(staging, hash)
    if (existsSync(distFolder)) renameSync(distFolder, outgoing)
    renameSync(staging, distFolder)
  } finally {
    rmSync(staging, { recursive: true, force: true })
    rmSync(outgoing, { recursive: true, force: true })
  }
}

const { values } = parseArgs({ options: { "without-console": { type: "boolean", default: false } } })
if (values["without-console"]) process.env.CONSOLE = "off"
// Set regardless of the shell: a members' build contains nothing for development.
process.env.NODE_ENV = "production"
const startedAtMs = performance.now()
await buildAll()
console.log(`Built dist in ${seconds(performance.now() - startedAtMs)}`)
