/** The member's record on the device, stored with its wire names. */
import { Effect, Option, Schema } from "effect"
import { User } from "../../domain/entities.ts"
import { Storage } from "./services.ts"
import { USER } from "./stored-session.ts"

const decodeUser = Schema.decodeUnknownOption(User)
const encodeUser = Schema.encodeSync(User)

/** Null if there is none, or if it does not fit. */
export const readStoredUser = Effect.gen(function* () {
  const storage = yield* Storage
  return Option.getOrNull(decodeUser(yield* storage.read(USER)))
})

export const storeUser = Effect.fnUntraced(function* (user: User) {
  const storage = yield* Storage
  yield* storage.write(USER, encodeUser(user))
})
