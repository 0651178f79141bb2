/** The build for the model tests, which is never what members get. */
import { join } from "node:path"
import { projectRoot } from "./run.ts"

export const labFolder = join(projectRoot, ".cache", "lab")

/** Its pages. */
export const labPages = join(labFolder, "client")
