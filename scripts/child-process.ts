import { spawn } from "node:child_process"
import { delimiter, join } from "node:path"

/** The folder that holds package.json. */
export const projectRoot = join(import.meta.dirname, "..")

/** The result of a finished command. */
export interface Finished {
  readonly ok: boolean
  /** The exit code; null when a signal or the time limit ended it. */
  readonly code: number | null
  /** Standard output and standard error, in the order they came. */
  readonly output: string
  readonly elapsedMs: number
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  /** The command and everything it started are killed after this time. */
  readonly timeoutMs?: number
  /** Also show the output while it comes. */
  readonly isShown?: boolean
}

const binaries = join(projectRoot, "node_modules", ".bin")

/** Ends a command with all it started: it was spawned as the leader of its own process group. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL")
  } catch {
    // it has already ended
  }
}

/**
 * Runs a command of node_modules/.bin, or `node`, in the project folder and waits for its end. Never
 * throws: a command that cannot be started counts as failed.
 */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const startedAtMs = performance.now()
  const isWindows = process.platform === "win32"
  return new Promise((resolve) => {
    const child = spawn(command === "node" ? process.execPath : command, args, {
      cwd: projectRoot,
      detached: !isWindows,
      shell: isWindows && command !== "node",
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...options.env, PATH: `${binaries}${delimiter}${process.env.PATH ?? ""}` },
    })
    let output = ""
    const take = (chunk: Buffer): void => {
      output += chunk.toString("utf8")
      if (options.isShown) process.stdout.write(chunk)
    }
    child.stdout.on("data", take)
    child.stderr.on("data", take)
    const stop = (): void => killGroup(child.pid)
    process.once("exit", stop)
    const limit = options.timeoutMs
    const timer = limit === undefined ? undefined : setTimeout(stop, limit)
    const finish = (code: number | null): void => {
      clearTimeout(timer)
      process.removeListener("exit", stop)
      resolve({ ok: code === 0, code, output, elapsedMs: performance.now() - startedAtMs })
    }
    child.once("error", (error) => {
      output += `${error.message}\n`
      finish(null)
    })
    child.once("close", finish)
  })
}

/** Prints milliseconds as seconds with one decimal. */
export const seconds = (elapsedMs: number): string => `${(elapsedMs / 1000).toFixed(1)} s`
