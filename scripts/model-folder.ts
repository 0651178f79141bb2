/** Folder of the build for the model runs. */
import { join } from "node:path"
import { projectRoot } from "./child-process.ts"

export const modelFolder = join(projectRoot, ".cache", "model")

export const modelPages = join(modelFolder, "client")
