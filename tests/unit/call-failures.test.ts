/** What the caller of the API reads when a call fails. */
import { Cause } from "effect"
import { expect, it } from "vitest"
import { refusal } from "../../server/core/refusal.ts"
import { DbConflict, DbConstraint, DbInvariant, DbReadOnly, DbUnavailable } from "../../server/db/db.ts"
import { DbBusy } from "../../server/db/lanes.ts"
import { refusalOf } from "../../server/http/api.ts"

const message = "not for members"
const constraint = new DbConstraint({ message, sqlState: "23505", constraint: "members_pkey" })
const unavailable = new DbUnavailable({ message, outcome: "unknown" })

it("a refusal is answered as it is", () => {
  const refused = refusal("order.unknown", { field: "id" })
  expect(refusalOf(Cause.fail(refused))).toBe(refused)
})

it.each([
  ["an unreachable database", Cause.fail(unavailable), "system.unavailable"],
  ["a conflict", Cause.fail(new DbConflict({ message })), "system.unavailable"],
  ["a read that takes too long", Cause.fail(new DbBusy({ message })), "system.busy"],
  ["books that are read-only", Cause.fail(new DbReadOnly({ message })), "system.unavailable"],
  [
    "a stopped write",
    Cause.fail(new DbInvariant({ message, constraint: "invariant_holds" })),
    "system.write-stopped",
  ],
  ["a constraint that the handler does not know", Cause.fail(constraint), "system.internal"],
  ["a defect", Cause.die(new Error(message)), "system.internal"],
  [
    "a rollback that fails too",
    Cause.combine(Cause.die(message), Cause.fail(unavailable)),
    "system.unavailable",
  ],
])("%s is answered without its message", (_name, cause, reason) => {
  const { data } = refusalOf(cause)
  expect(data).toMatchObject({ reason })
  expect(JSON.stringify(data)).not.toContain(message)
})
