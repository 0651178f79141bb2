/** A package of this repository as another project gets it: built, packed, unpacked beside what it needs. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
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

/**
 * The package's sources as in a fresh clone, so that packing changes nothing here: with the sources of
 * `paths`, which the console contains, and what they are built with.
 */
const freshClone = (name: string, clone: string): string => {
  const files = ["tsconfig.json", "scripts/publish-manifest.mjs", `packages/${name}`, "packages/paths/src"]
  const isSource = (path: string) => !/[\\/](?:dist|node_modules|tests)$/.test(path)
  for (const file of files)
    cpSync(join(projectRoot, file), join(clone, file), { recursive: true, filter: isSource })
  symlinkSync(join(projectRoot, "node_modules"), join(clone, "node_modules"), "junction")
  return join(clone, "packages", name)
}

/**
 * Installs `packages/NAME` with its sample. `needed` names what package and sample ask for, which is
 * taken from this repository; what is not there is left out.
 */
export const installPackage = async (
  name: string,
  sample: string,
  needed: readonly string[],
): Promise<OtherProject> => {
  const source = join(projectRoot, "packages", name)
  const folder = mkdtempSync(join(tmpdir(), `${name}-package-`))
  const modules = join(folder, "node_modules")
  const installed = join(modules, "@financial-links", name)
  const clone = mkdtempSync(join(tmpdir(), `${name}-clone-`))
  // this repository runs no scripts of packages, its own included, unless it is said
  const packing = ["pack", "--ignore-scripts=false", "--pack-destination", folder]
  await succeed("npm", [...packing, freshClone(name, clone)])
  rmSync(clone, { recursive: true })
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
