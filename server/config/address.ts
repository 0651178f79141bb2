/** The addresses under which the server is reached. */
import { Context, Effect } from "effect"
import { Config, LOOPBACK, type Settings } from "../config.ts"

/** The URL of a server that listens on this host and port. */
export const urlOf = (host: string, port: number): string =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}`

/**
 * The address under which members reach the server. This machine is called by its name, because a
 * passkey belongs to a name and never to an IP address.
 */
export const addressOf = ({ publicUrl, host, port }: Pick<Settings, "publicUrl" | "host" | "port">) =>
  publicUrl ?? urlOf(host === LOOPBACK ? "localhost" : host, port)

/** The host that a call was sent to; empty outside of calls. */
export const ClientHost = Context.Reference<string>("financial-links/server/ClientHost", {
  defaultValue: () => "",
})

/** The address that answers name: a client that came to this machine by its number stays there. */
export const publicAddress = Effect.fnUntraced(function* () {
  const settings = yield* Config
  const { publicUrl, host, port } = settings
  const isByNumber = publicUrl === null && (yield* ClientHost) === `${LOOPBACK}:${port}`
  return isByNumber ? urlOf(host, port) : addressOf(settings)
})
