/** A package of this repository as another project gets it: built, packed, unpacked beside what it needs. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { projectRoot, run } from "../../scripts/child-process.ts"

/** The folder of another project: the sample app is in it, the package in its node_modules. */
export interface OtherProject {
  readonly folder: string
  readonly installed: string
  readonly remove: () => void
}

const succeed = async (command: string, given: readonly string[]): Promise<void> => {
  const { ok, output } = await run(command, given)
  if (!ok) throw new Error(`${command} ${given.join(" ")} fails:\n${output}`)
}

/** Builds a package from `source` into the folder `built`. */
type Build = (source: string, built: string) => Promise<void>

/** By the TypeScript compiler alone, declarations beside the scripts. */
export const compiled: Build = (source, built) =>
  succeed("tsc", ["-p", source, "--outDir", join(built, "dist")])

/** By Vite, for style sheets and JSX, with the declarations in `dist/types`. */
export const bundled: Build = async (source, built) => {
  await succeed("vite", ["build", source, "--outDir", join(built, "dist"), "--logLevel", "error"])
  await succeed("tsc", ["-p", source, "--outDir", join(built, "dist/types")])
}

/**
 * Installs `packages/NAME` with its sample. `needed` names what package and sample ask for, which is
 * taken from this repository; what is not there is left out.
 */
export const installPackage = async (
  name: string,
  sample: string,
  needed: readonly string[],
  build: Build,
): Promise<OtherProject> => {
  const source = join(projectRoot, "packages", name)
  const folder = mkdtempSync(join(tmpdir(), `${name}-package-`))
  const modules = join(folder, "node_modules")
  const installed = join(modules, "@financial-links", name)
  const built = join(folder, "package")
  mkdirSync(built)
  await build(source, built)
  // in this repository `exports` leads to the sources; npm does not apply `publishConfig.exports`
  const { publishConfig, ...manifest } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"))
  writeFileSync(join(built, "package.json"), JSON.stringify({ ...manifest, ...publishConfig }))
  await succeed("npm", ["pack", "--ignore-scripts", "--pack-destination", folder, built])
  mkdirSync(installed, { recursive: true })
  const archive = join(folder, `financial-links-${name}-0.1.0.tgz`)
  await succeed("tar", ["-xzf", archive, "-C", installed, "--strip-components", "1"])
  for (const module of needed) {
    const target = join(projectRoot, "node_modules", module)
    if (!existsSync(target)) continue
    mkdirSync(join(modules, module, ".."), { recursive: true })
    symlinkSync(target, join(modules, module), "junction")
  }
  cpSync(join(source, "samples", sample), folder, { recursive: true })
  return { folder, installed, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
