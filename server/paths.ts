import { existsSync } from "node:fs"
import { dirname, join } from "node:path"

const findRoot = (from: string): string => {
  const parent = dirname(from)
  return existsSync(join(from, "package.json")) || parent === from ? from : findRoot(parent)
}

/** The project's root folder, found from the sources as well as from the bundle. */
export const projectFolder: string = findRoot(import.meta.dirname)

export const pagesFolder: string = join(projectFolder, "dist/client")
