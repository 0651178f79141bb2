/**
 * Builds the pages for the model runs: the app with XState's dev tools hook. Members never get this
 * build.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { build as buildClient } from "vite"
import { writeDrawings } from "./charts/drawings.ts"
import { projectRoot, seconds } from "./child-process.ts"
import { hashDocuments } from "./inline-hashes.ts"
import { compileLocales } from "./locales.ts"
import { modelFolder, modelPages } from "./model-folder.ts"
import { hashInputs, writeStamp } from "./stamp.ts"

const isFresh = (hash: string): boolean => {
  const stamp = join(modelFolder, "inputs.sha256")
  return existsSync(stamp) && readFileSync(stamp, "utf8").startsWith(hash)
}

const buildModelPages = async (hash: string): Promise<void> => {
  const staging = `${modelFolder}-${process.pid}`
  const folder = join(staging, "client")
  mkdirSync(staging, { recursive: true })
  try {
    await Promise.all([compileLocales(), writeDrawings()])
    await buildClient({
      root: projectRoot,
      mode: "model",
      configFile: join(projectRoot, "vite.config.ts"),
      logLevel: "warn",
      build: { outDir: folder, emptyOutDir: true },
    })
    writeFileSync(join(folder, ".vite", "inline.json"), JSON.stringify(hashDocuments(folder)))
    writeStamp(staging, hash)
    rmSync(modelFolder, { recursive: true, force: true })
    renameSync(staging, modelFolder)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

const startedAtMs = performance.now()
const hash = hashInputs()
if (!isFresh(hash)) await buildModelPages(hash)
console.log(`The pages of the model runs are in ${modelPages} (${seconds(performance.now() - startedAtMs)})`)
