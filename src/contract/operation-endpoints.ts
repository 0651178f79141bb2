/** The endpoints about what became of an idempotency key. */
import { Schema } from "effect"
import { Id, Key } from "../domain/entities.ts"
import { OPERATIONS } from "../domain/operation.ts"
import { get, post } from "./endpoint.ts"
import { FailureData } from "./errors.ts"

const text = Schema.String
const operationKey = { operation: Schema.Literals(OPERATIONS), key: Key }

/** What became of an idempotency key. */
const OperationOutcome = Schema.Struct({
  /** `unknown`: the key was never used and is void from now on. */
  state: Schema.Literals(["done", "refused", "unknown"]),
  /** Id of the resulting contract, deposit or withdrawal. */
  id: Schema.NullOr(Id),
  /** Why it was refused, as the call itself would have said. */
  refusal: Schema.NullOr(Schema.Struct({ ...FailureData.fields, message: text })),
})

export const operationEndpoints = {
  /** It may store a row, so that it counts against the member’s allowance. */
  operationVoid: post("api/operation/void", operationKey, OperationOutcome, {
    summary: "What became of an idempotency key; one that was never used is void from now on",
  }),
  /** It changes nothing. */
  operationResult: get("api/operation/result", operationKey, OperationOutcome, {
    summary: "What became of an idempotency key; one that has not arrived is refused",
  }),
} as const
