/** The thread of the embedded engine: opens the directory of `workerData` and answers its messages. */
import { parentPort, workerData } from "node:worker_threads"
import type { EngineFailure, EngineReply, EngineRequest, EngineRows } from "./engine-messages.ts"
import { openPglite } from "./open-pglite.ts"

const port = parentPort
if (port === null) throw new Error("The embedded engine's module runs in a thread of its own.")
const { directory }: { readonly directory: string } = workerData

const textOf = (thrown: Error, field: string): string => {
  const value: unknown = Reflect.get(thrown, field)
  return typeof value === "string" ? value : ""
}

const failureOf = (thrown: Error): EngineFailure => ({
  message: thrown.message,
  code: textOf(thrown, "code"),
  constraint: textOf(thrown, "constraint"),
})

/** After a trap or an exit the engine answers nothing more. */
const isFatal = (thrown: unknown): boolean =>
  !(thrown instanceof Error) || thrown instanceof WebAssembly.RuntimeError || thrown.name === "ExitStatus"

const reply = (message: EngineReply): void => port.postMessage(message)

const nothing: EngineRows = { columns: [], rows: [], affected: 0 }

const database = await openPglite(directory)

const perform = async (request: EngineRequest): Promise<EngineRows> => {
  if (request.kind === "run") {
    const { fields, rows, affectedRows } = await database.query<unknown[]>(request.sql, [...request.params], {
      rowMode: "array",
    })
    return { columns: fields.map(({ name }) => name), rows, affected: affectedRows ?? 0 }
  }
  if (request.kind === "script") await database.exec(request.sql)
  else await database.close()
  return nothing
}

const answer = async (request: EngineRequest): Promise<void> => {
  try {
    reply({ kind: "done", id: request.id, result: await perform(request) })
  } catch (thrown) {
    // ends the thread, and with it every request that is not answered
    if (!(thrown instanceof Error) || isFatal(thrown)) throw thrown
    reply({ kind: "failed", id: request.id, failure: failureOf(thrown) })
  }
}

port.on("message", (request: EngineRequest) => void answer(request))
reply({ kind: "opened" })
