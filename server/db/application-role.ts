/** The rights of the role that server processes use, which owns no table. */
import { Effect, Schema } from "effect"
import { Db } from "./db.ts"
import { APPEND_ONLY } from "./schema/append-only.ts"
import { quoted } from "./tables.ts"

/** The role cannot get its rights. The message is one sentence for the operator. */
export class RoleRefused extends Schema.TaggedError<RoleRefused>()("RoleRefused", {
  message: Schema.String,
}) {}

/**
 * Grants a role what a server needs and nothing else: it reads everything, adds rows everywhere but to
 * the list of migrations, and changes none that is append-only. It cannot change the schema.
 */
export const grantApplication = Effect.fn("grantApplication")(function* (role: string) {
  const db = yield* Db
  if (db.engine === "pglite")
    return yield* new RoleRefused({ message: "The embedded database has no roles: set DATABASE_URL." })
  const [found] = yield* db.sql<{ schema: string; owns: boolean }>(
    `select current_schema() as schema, r.rolsuper or pg_has_role(r.oid, c.relowner, 'member') as owns
     from pg_roles r, pg_class c where r.rolname = $1 and c.oid = 'schema_migrations'::regclass`,
    [role],
  )
  if (found === undefined)
    return yield* new RoleRefused({ message: `There is no role ${role}: create it first.` })
  if (found.owns)
    return yield* new RoleRefused({
      message: `The role ${role} owns the tables: give the server another one.`,
    })
  const [schema, name] = [quoted(found.schema), quoted(role)]
  yield* db.transaction(
    db.script(`
      revoke all on all tables in schema ${schema} from ${name};
      revoke create on schema ${schema} from ${name};
      grant usage on schema ${schema} to ${name};
      grant select, insert, update, delete on all tables in schema ${schema} to ${name};
      revoke update, delete on ${APPEND_ONLY.join(", ")} from ${name};
      revoke insert, update, delete on schema_migrations from ${name};`),
  )
})
