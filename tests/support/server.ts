import { type ChildProcess, spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { Readable } from "node:stream"
import { isFresh } from "../../scripts/stamp.ts"

const root = join(import.meta.dirname, "../..")

/** A member that the demo profile made at its first start. */
export interface DemoLogin {
  readonly username: string
  readonly password: string
  readonly invitationCode: string
}

/** The real server, running as a process of its own. */
export interface RunningServer {
  /** Its address, without a slash at the end. */
  readonly url: string
  readonly pid: number
  /** Null in the production profile. */
  readonly demo: DemoLogin | null
  /** Its output so far. */
  readonly output: () => string
  /** Kills it with SIGKILL: no handler runs. Resolves when it has ended. */
  readonly kill9: () => Promise<void>
  /** Asks it to end and waits; resolves with its exit code. */
  readonly stop: () => Promise<number | null>
}

export interface ServerOptions {
  /**
   * Of a Store (engines.ts), plus whatever the test configures. PORT defaults to 0: any free one.
   */
  readonly env: Readonly<Record<string, string>>
  /**
   * The built bundle, or the sources by type stripping. Default: the bundle if it is up to date.
   */
  readonly from?: "sources" | "build"
  /** Where the build is. Default: the project's own. */
  readonly folder?: string
  readonly readyTimeoutMs?: number
}

/** A server that ended before it was ready. */
export class ServerRefused extends Error {
  override readonly name = "ServerRefused"
  readonly code: number | null
  readonly output: string
  constructor(code: number | null, output: string) {
    super(`The server ended with code ${code} before it was ready:\n${output}`)
    this.code = code
    this.output = output
  }
}

interface Readiness {
  readonly url: string
  readonly demo: DemoLogin | null
}

let isBuilt: boolean | undefined
/**
 * A build starts with a third of the CPU time that the sources take. Hashing them takes time too,
 * so once.
 */
const defaultOrigin = (): "build" | "sources" => {
  isBuilt ??= isFresh()
  return isBuilt ? "build" : "sources"
}

/**
 * A test's server lives for seconds: optimising the embedded engine's WebAssembly costs more than it
 * gains. Benchmarks, which run without vitest, measure the server as `npm start` runs it.
 */
const engineFlags = process.env.VITEST === undefined ? ["--max-semi-space-size=8"] : ["--liftoff-only"]

function entryOf({ from = defaultOrigin(), folder = root }: ServerOptions): string {
  const entry = join(folder, from === "build" ? "dist/server/main.js" : "server/main.ts")
  if (!existsSync(entry)) throw new Error(`${entry} does not exist: run \`npm run build\` first.`)
  return entry
}

const running = new Set<ChildProcess>()
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL")
})

function isReadiness(value: unknown): value is Readiness {
  return typeof value === "object" && value !== null && "url" in value && typeof value.url === "string"
}

/** The one JSON line that the server writes to the descriptor named by READY_FD. */
function readReadiness(stream: Readable, timeoutMs: number): Promise<Readiness> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The server was not ready in ${timeoutMs} ms.`)),
      timeoutMs,
    )
    createInterface(stream).once("line", (line) => {
      clearTimeout(timer)
      const value: unknown = JSON.parse(line)
      if (isReadiness(value)) resolve({ url: value.url.replace(/\/$/, ""), demo: value.demo ?? null })
      else reject(new Error(`Not a readiness line: ${line}`))
    })
  })
}

/**
 * Starts the real server and resolves when it answers.
 * Throws ServerRefused when it ends instead, with the exit code and what it printed.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const child = spawn(process.execPath, [...engineFlags, entryOf(options)], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "production", PORT: "0", READY_FD: "3", ...options.env },
  })
  running.add(child)
  let output = ""
  const note = (chunk: Buffer): void => {
    output = (output + chunk.toString("utf8")).slice(-200_000)
  }
  child.stdout?.on("data", note)
  child.stderr?.on("data", note)
  const closed = new Promise<number | null>((resolve) => {
    child.once("close", (code) => {
      running.delete(child)
      resolve(code)
    })
  })
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal)
    return closed
  }
  const channel = child.stdio[3]
  if (!channel || !("on" in channel) || !("readable" in channel)) throw new Error("No readiness channel.")
  const refused = closed.then((code) => Promise.reject(new ServerRefused(code, output)))
  try {
    const ready = await Promise.race([readReadiness(channel, options.readyTimeoutMs ?? 150_000), refused])
    refused.catch(() => {})
    return {
      url: ready.url,
      pid: child.pid ?? 0,
      demo: ready.demo,
      output: () => output,
      kill9: async () => void (await end("SIGKILL")),
      stop: () => end("SIGTERM"),
    }
  } catch (error) {
    await end("SIGKILL")
    throw error instanceof ServerRefused ? error : new Error(`${String(error)}\n${output}`)
  }
}
