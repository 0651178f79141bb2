/** A package of this repository as another project gets it: built, packed, unpacked beside what it needs. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { projectRoot, run } from "../../scripts/child-process.ts"

/** The folder of another project: the sample app is in it, the package in its node_modules. */
export interface OtherProject {
  readonly folder: string
  readonly archive: string
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

/** A project with the sample of `packages/NAME`, and the packed package, not installed. */
const packedProject = async (name: string, sample: string): Promise<OtherProject> => {
  const folder = mkdtempSync(join(tmpdir(), `${name}-package-`))
  const clone = mkdtempSync(join(tmpdir(), `${name}-clone-`))
  // this repository runs no scripts of packages, its own included, unless it is said
  const packing = ["pack", "--ignore-scripts=false", "--pack-destination", folder]
  await succeed("npm", [...packing, freshClone(name, clone)])
  rmSync(clone, { recursive: true })
  cpSync(join(projectRoot, "packages", name, "samples", sample), folder, { recursive: true })
  return {
    folder,
    archive: join(folder, `financial-links-${name}-0.1.0.tgz`),
    installed: join(folder, "node_modules/@financial-links", name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const NO_REGISTRY = /ENOTFOUND|ECONNREFUSED|ENOTCACHED|ETIMEDOUT|EAI_AGAIN|ECONNRESET/

/** Null without a registry: what is in npm's cache needs none. */
const throughNpm = async (given: readonly string[]): Promise<string | null> => {
  const { ok, output } = await run("npm", ["--prefer-offline", ...given], { timeoutMs: 240_000 })
  if (ok) return output
  if (NO_REGISTRY.test(output)) return null
  throw new Error(`npm ${given.join(" ")} fails:\n${output}`)
}

/** An empty project in which npm installs the package with these peers. Null without a registry. */
export const installWithPeers = async (
  name: string,
  sample: string,
  peers: readonly string[],
): Promise<OtherProject | null> => {
  const project = await packedProject(name, sample)
  writeFileSync(join(project.folder, "package.json"), JSON.stringify({ type: "module" }))
  const install = ["install", "--prefix", project.folder, "--no-package-lock", project.archive]
  return (await throughNpm([...install, ...peers])) === null ? null : project
}

/** What attw and publint say of the package; null without a registry. */
export const judgementOf = async ({ archive }: OtherProject): Promise<string | null> => {
  const judges = [
    ["@arethetypeswrong/cli@0.18.5", "attw", archive, "--profile", "esm-only"],
    ["publint@0.3.25", "publint", archive, "--strict"],
  ]
  const said: string[] = []
  for (const [from, ...command] of judges) {
    const output = await throughNpm(["exec", "--yes", `--package=${from}`, "--", ...command])
    if (output === null) return null
    said.push(output)
  }
  return said.join("")
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
  const project = await packedProject(name, sample)
  const { folder, archive, installed } = project
  const modules = join(folder, "node_modules")
  mkdirSync(installed, { recursive: true })
  await succeed("tar", ["-xzf", archive, "-C", installed, "--strip-components", "1"])
  for (const module of needed) {
    const target = join(projectRoot, "node_modules", module)
    if (!existsSync(target)) continue
    mkdirSync(join(modules, module, ".."), { recursive: true })
    symlinkSync(target, join(modules, module), "junction")
  }
  return project
}
