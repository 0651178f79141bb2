/** The thread of the embedded engine: opens the directory of `workerData` and answers its messages. */
import { parentPort, workerData } from "node:worker_threads"
import type { EngineFailure, EngineReply, EngineRequest, EngineRows } from "./engine-messages.ts"
import { openPglite } from "./open-pglite.ts"
import { makeStatements } from "./prepared-statements.ts"

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
  detail: textOf(thrown, "detail"),
})

const reply = (message: EngineReply): void => port.postMessage(message)

const nothing: EngineRows = { columns: [], rows: [], affected: 0 }

const database = await openPglite(directory)
const { run, script } = makeStatements(database)

const perform = async (request: EngineRequest): Promise<EngineRows> => {
  if (request.kind === "run") return await run(request.sql, request.params)
  if (request.kind === "script") await script(request.sql)
  else await database.close()
  return nothing
}

const answer = async (request: EngineRequest): Promise<void> => {
  try {
    reply({ kind: "done", id: request.id, result: await perform(request) })
  } catch (thrown) {
    // After a trap or an exit, whose status is no Error, the engine answers nothing more: the thread ends,
    // and with it every request that is not answered.
    if (!(thrown instanceof Error) || thrown instanceof WebAssembly.RuntimeError) throw thrown
    reply({ kind: "failed", id: request.id, failure: failureOf(thrown) })
  }
}

port.on("message", (request: EngineRequest) => void answer(request))
reply({ kind: "opened" })
