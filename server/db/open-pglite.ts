import { type PGlite as Engine, PGlite } from "@electric-sql/pglite"
import { compileEngine } from "./compile-engine.ts"
import { PLANNER_SETTINGS } from "./db.ts"

const int8 = 20

/** A quarter of the engine's default: the operating system caches the same files. */
const engineMemory = ["-c", "shared_buffers=24MB", "-c", "wal_buffers=1MB"]

/**
 * Opens the embedded engine in the thread that calls. A null `directory` keeps everything in memory;
 * `template` is a dump of a data directory to start from.
 */
export const openPglite = async (directory: string | null, template: Blob | null = null): Promise<Engine> =>
  PGlite.create({
    pgliteWasmModule: await compileEngine(),
    dataDir: directory ?? "memory://",
    startParams: [...PGlite.defaultStartParams, ...engineMemory, ...PLANNER_SETTINGS],
    parsers: { [int8]: (text: string) => BigInt(text) },
    ...(template === null ? {} : { loadDataDir: template }),
  })
