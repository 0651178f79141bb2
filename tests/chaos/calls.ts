import { randomUUID } from "node:crypto"
import { callServer, reasonOf, type WireRequestOf, withdrawBy } from "../support/app.ts"

/** A call that moves money, with its key. */
export type MoneyCall =
  | { readonly operation: "order"; readonly request: WireRequestOf<"orderCreate"> }
  | { readonly operation: "order-close"; readonly request: WireRequestOf<"orderClose"> }
  | { readonly operation: "deposit"; readonly request: WireRequestOf<"depositCreate"> }
  | { readonly operation: "withdrawal"; readonly request: WireRequestOf<"withdrawalCreate"> }

/** The server's answer to a call. `silence`: no answer, so the outcome is in doubt. */
export type Word =
  | { readonly kind: "done"; readonly id: string; readonly data: unknown }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "silence"; readonly why: string }

/** A connection of one member to one server. */
export interface Line {
  readonly url: string
  readonly token: string
}

const silence = (why: string): Word => ({ kind: "silence", why })

const send = ({ url, token }: Line, call: MoneyCall) => {
  switch (call.operation) {
    case "order":
      return callServer(url, "orderCreate", call.request, { token })
    case "order-close":
      return callServer(url, "orderClose", call.request, { token })
    case "deposit":
      return callServer(url, "depositCreate", call.request, { token })
    case "withdrawal":
      return withdrawBy(url, call.request, { token })
  }
}

const idIn = (data: unknown): string => {
  const id: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "id") : undefined
  if (typeof id !== "string") throw new Error(`an answer without an id: ${JSON.stringify(data)}`)
  return id
}

/** Sends once. A broken connection and a status of 500 or above count as silence. */
export const say = async (line: Line, call: MoneyCall): Promise<Word> => {
  const answer = await send(line, call).catch((thrown: unknown) => String(thrown))
  if (typeof answer === "string") return silence(answer)
  if (answer.status >= 500) return silence(`${answer.status} ${reasonOf(answer)}`)
  if (answer.said.kind === "success")
    return { kind: "done", id: idIn(answer.said.data), data: answer.said.data }
  return { kind: "refused", reason: reasonOf(answer) ?? "?" }
}

/** The outcome of a key. Asking for an unknown key voids it. */
export const askWhatBecame = async ({ url, token }: Line, { operation, request }: MoneyCall) => {
  const answer = await callServer(url, "operationVoid", { operation, key: request.key }, { token })
  const { said } = answer
  if (said.kind !== "success" || typeof said.data !== "object" || said.data === null)
    throw new Error(`the server did not say what became of a key: ${JSON.stringify(answer.body)}`)
  const state: unknown = Reflect.get(said.data, "state")
  const id: unknown = Reflect.get(said.data, "id")
  return { state, id }
}

export const newKey = (): string => randomUUID()
