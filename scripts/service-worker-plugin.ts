import { createHash } from "node:crypto"
import { join } from "node:path"
import { build as bundle, type OutputBundle } from "rolldown"
import type { Plugin } from "vite"
import { projectRoot } from "./child-process.ts"

/**
 * Files beside the build that belong to the installed app. The manifest is not cached: the server
 * writes the operator's icon into it.
 */
const others = ["/icon.svg"]

/** The debug console is loaded on request and not cached for every member. */
const isOfConsole = (file: OutputBundle[string] | undefined): boolean =>
  file?.type === "chunk"
    ? file.moduleIds.some((id) => /\/(?:src\/devtools|packages\/console)\//.test(id))
    : (file?.originalFileNames.some((name) => /(?:devtools|packages\/console)\//.test(name)) ?? false)

/**
 * Gives the build its service worker, which knows every file of it by name. It is called after what
 * it is made of: another page or file is another version.
 */
export const serviceWorker = (): Plugin => ({
  name: "service-worker",
  apply: (config, { command }) => command === "build" && !config.build?.ssr,
  enforce: "post",
  async generateBundle(_options, files) {
    const names = Object.keys(files)
      .filter((name) => name.startsWith("assets/") && !isOfConsole(files[name]))
      .toSorted()
    const hash = createHash("sha256").update(names.join("\n"))
    for (const name of Object.keys(files).toSorted()) {
      const page = files[name]
      if (name.endsWith(".html") && page?.type === "asset") hash.update(page.source)
    }
    const version = hash.digest("hex").slice(0, 12)
    const build = { version, files: [...names.map((name) => `/${name}`), ...others] }
    const { output } = await bundle({
      input: join(projectRoot, "src/service-worker/service-worker.ts"),
      transform: { define: { BUILD: JSON.stringify(build) } },
      write: false,
      output: { format: "iife", minify: true },
    })
    this.emitFile({ type: "asset", fileName: "sw.js", source: output[0].code })
  },
})
