import { existsSync } from "node:fs"
import { dirname, join } from "node:path"

const findRoot = (from: string): string => {
  const parent = dirname(from)
  return existsSync(join(from, "package.json")) || parent === from ? from : findRoot(parent)
}

/** The project's folder, whether the server runs from its sources or from the bundle. */
export const projectFolder: string = findRoot(import.meta.dirname)

/** The built pages. */
export const pagesFolder: string = join(projectFolder, "dist/client")
