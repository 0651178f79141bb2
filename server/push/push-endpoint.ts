/** Which addresses notices are sent to. Members name them, so they must not lead into our network. */
import { lookup as lookUp } from "node:dns/promises"
import { BlockList, isIP, type LookupFunction } from "node:net"
import { isHttpsUrl } from "../../src/domain/validate.ts"

/** Addresses that are not of the public internet (IANA special-purpose registries). */
const special = new BlockList()
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  special.addSubnet(network, prefix, "ipv4")

/** Of 2000::/3, the public range: those that stand for other addresses, or for none. */
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  special.addSubnet(network, prefix, "ipv6")
const publicV6 = new BlockList()
publicV6.addSubnet("2000::", 3, "ipv6")

/** Whether an address belongs to the public internet. */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address)
  if (version === 4) return !special.check(address, "ipv4")
  return version === 6 && publicV6.check(address, "ipv6") && !special.check(address, "ipv6")
}

/**
 * Whether notices may be sent to this address: https at the usual port, a host by its name, and no
 * credentials; or one of the configured origins, as they are.
 */
export const isPushEndpoint = (endpoint: string, origins: ReadonlyArray<string>): boolean => {
  const url = URL.parse(endpoint)
  if (url === null) return false
  if (origins.includes(url.origin)) return url.username === "" && url.password === ""
  const isName = /[a-z]$/u.test(url.hostname) && url.hostname.includes(".")
  return isHttpsUrl(endpoint) && url.port === "" && isName
}

/**
 * Resolves a host for one connection and refuses it where any of its addresses is not public. The
 * connection uses the addresses that were checked, so that a second answer of the name server
 * changes nothing.
 */
export const lookUpPublic: LookupFunction = (host, _options, callback) => {
  lookUp(host, { all: true }).then(
    (found) => {
      const [first] = found
      const isPublic = first !== undefined && found.every(({ address }) => isPublicAddress(address))
      if (isPublic) callback(null, found)
      else callback(Object.assign(new Error("the address is not public"), { code: "EACCES" }), [])
    },
    (thrown: unknown) => callback(thrown instanceof Error ? thrown : new Error(String(thrown)), []),
  )
}
