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

/** Where a build keeps the template; its name tells the engine's version, so that one of another version is not used. */
export const templatePath = (distFolder: string): string =>
  join(distFolder, `database-${engineVersion() ?? "unknown"}.tar.gz`)

/**
 * An initialised, empty data directory of the embedded engine, packed. To begin with it takes a fraction of the time and
 * memory that initialising takes. Made by the build.
 */
export const makeTemplate = async (): Promise<Uint8Array> => {
  const { PGlite } = await import("@electric-sql/pglite")
  const database = await PGlite.create("memory://")
  const packed = await database.dumpDataDir("gzip")
  await database.close()
  return new Uint8Array(await packed.arrayBuffer())
}

/** The build's template, or null where there is none: then the engine initialises its directory itself. */
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
