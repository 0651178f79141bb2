/**
 * A pool for Vitest whose threads outlive a run: most of a short run's time is the start of a thread and
 * the loading of libraries. The modules of the project are evaluated anew for each test file.
 */
import {
  type PoolOptions,
  type PoolRunnerInitializer,
  type PoolWorker,
  ThreadsPoolWorker,
  type WorkerRequest,
} from "vitest/node"

type Listener = (...args: unknown[]) => void

/** A thread takes part in so many runs: what tests leave in it would slow it down. */
const RUNS_MOST = 40

interface Kept {
  readonly thread: ThreadsPoolWorker
  runs: number
}

const idle: Kept[] = []

class KeptThread implements PoolWorker {
  readonly name = "kept-threads"
  readonly #options: PoolOptions
  #kept: Kept | undefined
  #isToBeKept = false
  readonly #listeners: (readonly [event: string, listener: Listener])[] = []

  constructor(options: PoolOptions) {
    this.#options = options
  }

  get #thread(): ThreadsPoolWorker {
    if (this.#kept === undefined) throw new Error("the thread is not started")
    return this.#kept.thread
  }

  on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener])
    this.#thread.on(event, listener)
  }

  off(event: string, listener: Listener): void {
    this.#kept?.thread.off(event, listener)
  }

  #stopped(): void {
    for (const [event, listener] of this.#listeners)
      if (event === "message") listener({ type: "stopped", __vitest_worker_response__: true })
  }

  send(message: WorkerRequest): void {
    const kept = this.#kept
    if (kept === undefined) return
    if (message.type === "stop" && kept.runs < RUNS_MOST) {
      this.#isToBeKept = true
      queueMicrotask(() => this.#stopped())
      return
    }
    if (message.type === "run") kept.runs += 1
    kept.thread.send(message)
  }

  deserialize(data: unknown): unknown {
    return data
  }

  async start(): Promise<void> {
    this.#kept = idle.pop()
    if (this.#kept !== undefined) return
    const thread = new ThreadsPoolWorker(this.#options)
    await thread.start()
    this.#kept = { thread, runs: 0 }
  }

  async stop(): Promise<void> {
    const kept = this.#kept
    if (kept === undefined) return
    for (const [event, listener] of this.#listeners) kept.thread.off(event, listener)
    this.#kept = undefined
    if (this.#isToBeKept) idle.push(kept)
    else await kept.thread.stop()
  }
}

export const keptThreads: PoolRunnerInitializer = {
  name: "kept-threads",
  createPoolWorker: (options) => new KeptThread(options),
}
