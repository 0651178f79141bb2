import { Worker } from "node:worker_threads"
import type { Connection, SqlResult, SqlValue } from "./db.ts"
import type { EngineFailure, EngineReply, EngineRequest, EngineRows } from "./engine-messages.ts"

/** The engine's error as the thread described it. */
class EngineError extends Error {
  readonly code: string
  readonly constraint: string
  readonly detail: string
  constructor({ message, code, constraint, detail }: EngineFailure) {
    super(message)
    this.code = code
    this.constraint = constraint
    this.detail = detail
  }
}

/** The thread ended before it answered: the statement may have been executed. SQLSTATE admin_shutdown. */
class EngineLost extends Error {
  readonly code = "57P01"
}

/** An open data directory in a thread of its own. Its connection fails for good once it has ended. */
export interface EngineThread {
  readonly connection: Connection
  /** True while a statement waits for its answer. A script may take as long as it needs. */
  readonly isAsked: () => boolean
  readonly answered: () => number
  /** Closes the engine; ends the thread when that takes longer than `withinMs`. */
  readonly close: (withinMs: number) => Promise<void>
  /**
   * Ends the thread in the middle of a statement. Resolves when it has ended, which a system call
   * that does not return prevents.
   */
  readonly terminate: (reason: string) => Promise<void>
  /** Resolves with the reason when the thread has ended, in any way. */
  readonly ended: Promise<string>
}

interface Pending {
  readonly kind: EngineRequest["kind"]
  readonly resolve: (result: EngineRows) => void
  readonly reject: (error: Error) => void
}

/** A request without the number that it gets. */
type Question<K = EngineRequest> = K extends EngineRequest ? Omit<K, "id"> : never

/** Beside this module, as a source or in the bundle. */
const workerUrl = new URL(
  import.meta.url.endsWith(".ts") ? "./engine-worker.ts" : "./engine-worker.js",
  import.meta.url,
)

/** A small young generation: 272 MB instead of 306 MB after 3 000 statements. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 }

/** A view of a larger buffer is copied with the whole buffer. */
const ownBytes = (value: SqlValue): SqlValue =>
  value instanceof Uint8Array && value.byteLength !== value.buffer.byteLength ? new Uint8Array(value) : value

export const resultOf = ({ columns, rows, affected }: EngineRows): SqlResult => ({
  rows: rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]]))),
  affected,
})

/** Requests of one worker and their answers. */
const makeRequests = (worker: Worker) => {
  const pending = new Map<number, Pending>()
  let last = 0
  let answered = 0
  let lost: EngineLost | null = null
  return {
    pending,
    answered: () => answered,
    ask: (question: Question): Promise<EngineRows> =>
      new Promise((resolve, reject) => {
        if (lost !== null) return reject(lost)
        last += 1
        pending.set(last, { kind: question.kind, resolve, reject })
        worker.postMessage({ ...question, id: last })
      }),
    settle: (reply: Exclude<EngineReply, { kind: "opened" }>): void => {
      answered += 1
      const asked = pending.get(reply.id)
      pending.delete(reply.id)
      if (reply.kind === "done") asked?.resolve(reply.result)
      else asked?.reject(new EngineError(reply.failure))
    },
    lose: (reason: string): void => {
      lost = new EngineLost(reason)
      for (const { reject } of pending.values()) reject(lost)
      pending.clear()
    },
  }
}

/** Starts a thread and opens the data directory in it. Rejects with what the engine says. */
export const openEngineThread = async (directory: string): Promise<EngineThread> => {
  const worker = new Worker(workerUrl, { workerData: { directory }, name: "database", resourceLimits })
  const requests = makeRequests(worker)
  const opened = Promise.withResolvers<void>()
  const { promise: ended, resolve: end } = Promise.withResolvers<string>()
  let reason = "The embedded database has ended."
  worker.on("message", (reply: EngineReply) => {
    if (reply.kind === "opened") opened.resolve()
    else requests.settle(reply)
  })
  worker.on("error", (thrown: unknown) => {
    reason = `The embedded database has failed: ${thrown instanceof Error ? thrown.message : thrown}`
  })
  worker.once("exit", () => {
    requests.lose(reason)
    opened.reject(new Error(reason))
    end(reason)
  })
  await opened.promise
  const terminate = async (because: string): Promise<void> => {
    reason = because
    await worker.terminate()
  }
  return {
    connection: {
      run: async (sql, params) =>
        resultOf(await requests.ask({ kind: "run", sql, params: params.map(ownBytes) })),
      script: async (sql) => void (await requests.ask({ kind: "script", sql })),
    },
    isAsked: () => requests.pending.values().some(({ kind }) => kind === "run"),
    answered: requests.answered,
    close: async (withinMs) => {
      const closed = "The embedded database is closed."
      const late = setTimeout(() => void terminate(closed), withinMs)
      await requests.ask({ kind: "close" }).catch(() => undefined)
      clearTimeout(late)
      await terminate(closed)
    },
    terminate,
    ended,
  }
}
