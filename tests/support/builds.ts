import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"

const root = join(import.meta.dirname, "../..")

/** A build in a folder of its own. */
export interface Build {
  /** What `startServer` takes as its folder. */
  readonly folder: string
  /** Path of the boot script, different in each build. */
  readonly boot: string
  readonly remove: () => void
}

/** Replaces script names by those of the next build. */
const renewed = (text: string, scripts: ReadonlySet<string>): string =>
  text.replaceAll(/[\w-]+\.js\b/g, (name) => (scripts.has(name) ? name.replace(/\.js$/, "-next.js") : name))

/** Copies the build as a next one: other script names, and another service worker version. */
export const nextBuild = (): Build => {
  const folder = mkdtempSync(join(tmpdir(), "links-build-"))
  cpSync(join(root, "dist"), join(folder, "dist"), { recursive: true })
  cpSync(join(root, "package.json"), join(folder, "package.json"))
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  const pages = join(folder, "dist/client")
  const scripts = new Set(readdirSync(join(pages, "assets")).filter((name) => name.endsWith(".js")))
  const boot = [...scripts].find((name) => name.startsWith("boot-"))
  if (boot === undefined) throw new Error("There is no build: run `npm run build` first.")
  for (const name of readdirSync(pages, { recursive: true, encoding: "utf8" })) {
    const path = join(pages, name)
    // Compressed copies of the old content would be served instead.
    if (/\.(br|gz)$/.test(name)) rmSync(path)
    else if (/\.(js|html)$/.test(name)) {
      const text = renewed(readFileSync(path, "utf8"), scripts)
      writeFileSync(path, name === "sw.js" ? text.replace(/version:`[0-9a-f]+`/, "version:`next`") : text)
      if (scripts.has(basename(name))) renameSync(path, join(dirname(path), renewed(basename(name), scripts)))
    }
  }
  return {
    folder,
    boot: `/assets/${renewed(boot, scripts)}`,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
