/** The loopback address that the server listens on by default; it answers on `::1` too. */
export const LOOPBACK = "127.0.0.1"

/** The URL of a server that listens on this host and port. */
export const urlOf = (host: string, port: number): string =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}`

/**
 * The address under which members reach the server. This machine is called by its name, because a
 * passkey belongs to a name and never to an IP address.
 */
export const addressOf = (settings: {
  readonly publicUrl: string | null
  readonly host: string
  readonly port: number
}): string => {
  const { publicUrl, host, port } = settings
  return publicUrl ?? urlOf(host === LOOPBACK ? "localhost" : host, port)
}
