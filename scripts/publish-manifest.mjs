/**
 * `npm pack` of a package: `exports` leads to `dist` in the archive, and to the sources again after it.
 * npm itself applies no `publishConfig.exports`. Runs as `prepack` and `postpack` in the package's folder.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"

const MANIFEST = "package.json"
const KEPT = ".package.json"

if (process.argv[2] === "restore") {
  if (existsSync(KEPT)) renameSync(KEPT, MANIFEST)
} else {
  const text = readFileSync(existsSync(KEPT) ? KEPT : MANIFEST, "utf8")
  const {
    publishConfig,
    scripts: _scripts,
    devDependencies: _devDependencies,
    ...manifest
  } = JSON.parse(text)
  writeFileSync(KEPT, text)
  writeFileSync(MANIFEST, `${JSON.stringify({ ...manifest, ...publishConfig }, null, 2)}\n`)
}
