/** Confirmations for tests, made as a member makes them. */
import { Effect } from "effect"
import type { Call } from "../../server/core/handler.ts"
import { sql } from "../../server/db/db.ts"
import { createConfirmation } from "../../server/members/step-up.ts"
import type { Confirmable } from "../../src/domain/confirmation.ts"
import { fieldOf, goodPassword, type TestApp, type WireRequestOf } from "./app.ts"

/** A proved challenge, without its proof. */
export const confirmed = Effect.fn("confirmed")(function* (subject: Confirmable, call: Call) {
  const { id } = yield* createConfirmation({ subject }, call)
  yield* sql("update confirmations set proved_at_ms = 0 where id = $1 returning id", [id])
  return id
})

type Subject = WireRequestOf<"confirmationCreate">["subject"]

/** Confirms by the password over HTTP; the demo's login without. */
export const confirmBy = async (
  app: Pick<TestApp, "call">,
  token: string,
  subject: Subject,
  password = goodPassword,
): Promise<string> => {
  const created = await app.call("confirmationCreate", { subject }, { token })
  const id = String(fieldOf(created, "id"))
  const proofs = fieldOf(created, "proofs")
  if (Array.isArray(proofs) && proofs.length > 0)
    await app.call("confirmationProve", { id, proof: { kind: "password", password } }, { token })
  return id
}
