/** The address of the server that its answers name. */
import { Context, Effect } from "effect"
import { addressOf, LOOPBACK, urlOf } from "../config/address.ts"
import { Config } from "../config.ts"

/** The host that a call was sent to; empty outside of calls. */
export const ClientHost = Context.Reference<string>("financial-links/server/ClientHost", {
  defaultValue: () => "",
})

/** A client that came to this machine by its number stays there. */
export const publicAddress = Effect.fnUntraced(function* () {
  const settings = yield* Config
  const { publicUrl, host, port } = settings
  const isByNumber = publicUrl === null && (yield* ClientHost) === `${LOOPBACK}:${port}`
  return isByNumber ? urlOf(host, port) : addressOf(settings)
})
