/**
 * `npm run machines` writes the charts of the machines; with `--check` it writes nothing and fails
 * where a file is not as it would be written.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import ElkEngine from "elkjs/lib/elk.bundled.js"
import { CHART_FOLDERS, chartFiles } from "./charts/files.ts"
import { projectRoot, seconds } from "./child-process.ts"

const present = (): readonly string[] =>
  CHART_FOLDERS.flatMap((folder) => {
    const path = join(projectRoot, folder)
    return existsSync(path) ? readdirSync(path).map((file) => `${folder}/${file}`) : []
  })

const isStale = (path: string, text: string): boolean => {
  const file = join(projectRoot, path)
  return !existsSync(file) || readFileSync(file, "utf8") !== text
}

const startedAtMs = performance.now()
const isCheck = process.argv.includes("--check")
const files = await chartFiles(new ElkEngine())
const stale = [...files].filter(([path, text]) => isStale(path, text))
const left = present().filter((path) => !files.has(path))
if (isCheck) {
  for (const path of [...stale.map(([path]) => path), ...left])
    console.log(`${path} is not as the machines are`)
  if (stale.length + left.length > 0) {
    console.log("Run `npm run machines` and commit what it writes.")
    process.exitCode = 1
  }
} else {
  for (const folder of CHART_FOLDERS) mkdirSync(join(projectRoot, folder), { recursive: true })
  for (const [path, text] of stale) writeFileSync(join(projectRoot, path), text)
  for (const path of left) rmSync(join(projectRoot, path))
  const done = seconds(performance.now() - startedAtMs)
  console.log(`${files.size} files, ${stale.length} written, ${left.length} removed in ${done}`)
}
