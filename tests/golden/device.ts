/**
 * The storage of one browser profile, as a release wrote it: every IndexedDB database with its tables and keys,
 * localStorage, and the sessionStorage of its tab. Every value is plain JSON.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import type { BrowserContext } from "playwright-core"
import { OPERATIONS } from "../../src/domain/operation.ts"

const KeyPath = Schema.NullOr(Schema.Union([Schema.String, Schema.Array(Schema.String)]))
const Texts = Schema.Record(Schema.String, Schema.String)

const StoredTable = Schema.Struct({
  name: Schema.String,
  keyPath: KeyPath,
  autoIncrement: Schema.Boolean,
  indexes: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      keyPath: KeyPath,
      unique: Schema.Boolean,
      multiEntry: Schema.Boolean,
    }),
  ),
  rows: Schema.Array(Schema.Struct({ key: Schema.Unknown, value: Schema.Unknown })),
})

const StoredDatabase = Schema.Struct({
  name: Schema.String,
  version: Schema.Int,
  tables: Schema.Array(StoredTable),
})
export type StoredDatabase = typeof StoredDatabase.Type

/** What a machine is: its state value and its context, as plain JSON. */
const MachineState = Schema.Struct({ value: Schema.Unknown, context: Schema.Unknown })
export type MachineState = typeof MachineState.Type

const Doubt = Schema.Struct({
  operation: Schema.Literals(OPERATIONS),
  /** Name of the journal stream that holds the intent. */
  stream: Schema.String,
  key: Schema.String,
  /** Id of the contract, deposit or withdrawal; null where the request never reached the server. */
  id: Schema.NullOr(Schema.String),
})
export type Doubt = typeof Doubt.Type

export const Device = Schema.Struct({
  situation: Schema.String,
  recordedAtMs: Schema.Int,
  /** Path of the page in view. */
  url: Schema.String,
  member: Schema.NullOr(Schema.Struct({ id: Schema.String, username: Schema.String })),
  databases: Schema.Array(StoredDatabase),
  localStorage: Texts,
  sessionStorage: Texts,
  /** `history.state` of the page in view: a browser that reopens a tab brings it back. */
  historyState: Schema.Unknown,
  /** The fold of each journal stream, computed by the release that wrote it. */
  states: Schema.Record(Schema.String, MachineState),
  inDoubt: Schema.Array(Doubt),
})
export type Device = typeof Device.Type

const decodeDevice = Schema.decodeUnknownSync(Schema.fromJsonString(Device))

/** Folders of recorded releases, each named by its commit. */
export const releases: readonly string[] = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

export const releaseFolder = (release: string): string => join(import.meta.dirname, release)

const devicesFolder = (release: string): string => join(releaseFolder(release), "devices")

/** Situations of which a release has a device. Of a release whose database alone is recorded none. */
export const situationsOf = (release: string): readonly string[] =>
  existsSync(devicesFolder(release))
    ? readdirSync(devicesFolder(release)).map((name) => name.replace(/\.json$/, ""))
    : []

export const devicePath = (release: string, situation: string): string =>
  join(devicesFolder(release), `${situation}.json`)

export const readDevice = (release: string, situation: string): Device =>
  decodeDevice(readFileSync(devicePath(release, situation), "utf8"))

/**
 * Reads every database of the origin. Runs in a page as well, so it refers to nothing outside of
 * itself.
 */
export const readDatabases = async (): Promise<readonly StoredDatabase[]> => {
  const done = <A>(request: IDBRequest<A>): Promise<A> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const plain = (value: unknown, where: string): unknown => {
    const copy: unknown = JSON.parse(JSON.stringify(value))
    const isPlain = (one: unknown, other: unknown): boolean =>
      typeof one !== "object" || one === null
        ? one === other
        : typeof other === "object" &&
          other !== null &&
          [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(one)) &&
          Object.entries(one).every(([name, inner]) => isPlain(inner, Reflect.get(other, name)))
    if (!isPlain(value, copy)) throw new Error(`${where} is not plain JSON`)
    return copy
  }
  const found: StoredDatabase[] = []
  for (const { name = "" } of await indexedDB.databases()) {
    const db = await done(indexedDB.open(name))
    const tables: StoredDatabase["tables"][number][] = []
    for (const table of db.objectStoreNames) {
      const store = db.transaction(table).objectStore(table)
      const indexes = [...store.indexNames].map((each) => {
        const { keyPath, unique, multiEntry } = store.index(each)
        return { name: each, keyPath, unique, multiEntry }
      })
      const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())])
      const rows = keys.map((key, index) => ({
        key: plain(key, `a key of ${table}`),
        value: plain(values[index], `a value of ${table}`),
      }))
      const { keyPath, autoIncrement } = store
      tables.push({ name: table, keyPath, autoIncrement, indexes, rows })
    }
    found.push({ name, version: db.version, tables })
    db.close()
  }
  return found
}

/**
 * Writes databases into an origin that has none. Runs in a page as well, so it refers to nothing
 * outside of itself.
 */
export const writeDatabases = async (databases: readonly StoredDatabase[]): Promise<void> => {
  const pathOf = (path: string | readonly string[] | null): string | string[] | null =>
    path === null || typeof path === "string" ? path : [...path]
  const isKey = (key: unknown): key is IDBValidKey => typeof key !== "object" || Array.isArray(key)
  for (const { name, version, tables } of databases)
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name, version)
      opening.onerror = () => reject(opening.error)
      opening.onupgradeneeded = () => {
        for (const { name: table, keyPath, autoIncrement, indexes, rows } of tables) {
          const store = opening.result.createObjectStore(table, { keyPath: pathOf(keyPath), autoIncrement })
          for (const { name: index, keyPath: path, unique, multiEntry } of indexes)
            store.createIndex(index, pathOf(path) ?? "", { unique, multiEntry })
          for (const { key, value } of rows)
            if (keyPath === null && isKey(key)) store.put(value, key)
            else store.put(value)
        }
      }
      opening.onsuccess = () => {
        opening.result.close()
        resolve()
      }
    })
}

/** An address of the app's own origin at which no code of the app runs. */
export const QUIET_PATH = "/healthz"

/** Reads what the device holds; the app's own tab must be closed or dead by now. */
export const readStorage = async (
  context: BrowserContext,
): Promise<Pick<Device, "databases" | "localStorage">> => {
  const page = await context.newPage()
  await page.goto(QUIET_PATH)
  const databases = await page.evaluate(readDatabases)
  const local = await page.evaluate(() => ({ ...localStorage }))
  await page.close()
  return { databases, localStorage: local }
}
