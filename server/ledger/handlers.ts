import { Effect } from "effect"
import type { Handlers } from "../core/handler.ts"
import { operationResult } from "../core/operations.ts"
import { refusalText } from "../core/texts.ts"
import type { Db } from "../db/db.ts"

/** What became of a member's idempotency key. */
export const operationHandlers: Handlers<"operationResult", Db> = {
  operationResult: (request, call) =>
    Effect.map(operationResult(call.memberId, request.operation, request.key), (outcome) => {
      if (outcome.state === "done") return { state: "done", id: outcome.id, refusal: null }
      if (outcome.state === "void") return { state: "unknown", id: null, refusal: null }
      const { reason, params } = outcome.refusal
      const message = refusalText(call.locale, reason, params)
      return { state: "refused", id: null, refusal: { ...outcome.refusal, message } }
    }),
}
