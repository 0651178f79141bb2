/** What the startup machine asks of the server. */
import { Effect } from "effect"
import { failureOf } from "./failure.ts"
import { Api } from "./services.ts"

/** Asks for the site's configuration. */
export const loadConfig = Effect.fnUntraced(
  function* () {
    const config = yield* (yield* Api).call("systemConfig", {}, { key: "startup.config" })
    return { type: "startup.configured", config } as const
  },
  Effect.catch((error) =>
    Effect.succeed({ type: "startup.configFailed" as const, failure: failureOf(error) }),
  ),
)
