import { createReadStream, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { pipeline } from "node:stream/promises"
import { createGunzip } from "node:zlib"
import { Option, Schema } from "effect"
import { extract } from "tar-fs"
import { projectFolder } from "../paths.ts"

/** Marker file beside a directory that has been opened successfully once. */
export const readyMarkerOf = (directory: string): string => `${directory}.made`

/** Writes the marker of a directory that was opened. */
export const markReady = (directory: string): void =>
  writeFileSync(readyMarkerOf(directory), "", { mode: 0o600 })

/** Begins a data directory from the built template where there is none yet. */
export const prepareDirectory = async (directory: string): Promise<void> => {
  const packed = isNew(directory) ? findTemplate() : null
  if (packed !== null) await unpackTemplate(packed, directory)
}

/**
 * True when there is no usable directory. One without its marker was never finished, because the
 * server was killed while initialising it; it is renamed.
 */
const isNew = (directory: string): boolean => {
  mkdirSync(dirname(directory), { recursive: true, mode: 0o700 })
  if (!existsSync(directory)) return true
  if (existsSync(readyMarkerOf(directory))) return false
  renameSync(directory, `${directory}.unfinished-${Date.now()}`)
  return true
}

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
const findTemplate = (): string | null => {
  const path = templatePath(join(projectFolder, "dist"))
  return existsSync(path) ? path : null
}

/** Unpacks a template. The directory appears complete or not at all. */
export const unpackTemplate = async (path: string, directory: string): Promise<void> => {
  const partial = `${directory}.unpacking-${process.pid}`
  await pipeline(createReadStream(path), createGunzip(), extract(partial))
  renameSync(partial, directory)
}
