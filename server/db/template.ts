import { createReadStream, existsSync, readFileSync, renameSync } from "node:fs"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { createGunzip } from "node:zlib"
import { Option, Schema } from "effect"
import { extract } from "tar-fs"
import { projectFolder } from "../paths.ts"

const Manifest = Schema.fromJsonString(Schema.Struct({ version: Schema.String }))

const engineVersion = (): string | null => {
  const path = join(projectFolder, "node_modules/@electric-sql/pglite/package.json")
  if (!existsSync(path)) return null
  const manifest = Schema.decodeUnknownOption(Manifest)(readFileSync(path, "utf8"))
  return Option.getOrNull(Option.map(manifest, ({ version }) => version))
}

/**
 * Path of the built template. Its name contains the engine's version, so that a template of another
 * version is never used.
 */
export const templatePath = (distFolder: string): string =>
  join(distFolder, `database-${engineVersion() ?? "unknown"}.tar.gz`)

/**
 * Builds an initialised, empty data directory of the embedded engine as a tar.gz. Unpacking it
 * takes a fraction of the time and memory of initialising one.
 */
export const makeTemplate = async (): Promise<Uint8Array> => {
  const { PGlite } = await import("@electric-sql/pglite")
  const database = await PGlite.create("memory://")
  const packed = await database.dumpDataDir("gzip")
  await database.close()
  return new Uint8Array(await packed.arrayBuffer())
}

/**
 * The built template. Null where there is none; the engine then initialises its directory itself.
 */
export const findTemplate = (): string | null => {
  const path = templatePath(join(projectFolder, "dist"))
  return existsSync(path) ? path : null
}

/** Unpacks a template. The directory appears complete or not at all. */
export const unpackTemplate = async (path: string, directory: string): Promise<void> => {
  const partial = `${directory}.unpacking-${process.pid}`
  await pipeline(createReadStream(path), createGunzip(), extract(partial))
  renameSync(partial, directory)
}
