/** The build for the model tests, which is never what members get. */
import { join } from "node:path"
import { projectRoot } from "./run.ts"

export const modelFolder = join(projectRoot, ".cache", "model")

/** Its pages. */
export const modelPages = join(modelFolder, "client")
