/**
 * Validation of a crypto address and its tag against the network's format. Each format's prefix
 * says to which network an address belongs; its checksum finds a mistyped letter.
 */
import { sha256 } from "@noble/hashes/sha2.js"
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { base58, base58check, base58xrp, bech32, bech32m } from "@scure/base"
import type { AddressFormat } from "./cash.ts"
import { CRYPTO_ADDRESS_LENGTH } from "./limits.ts"
import { withoutSpaces } from "./member-forms.ts"
import { type FieldProblem, lengthProblem } from "./validate.ts"

/** The hash or key that an address stands for, or what is wrong with the address. */
type Finding = Uint8Array | "checksum" | "network"

const checked = base58check(sha256)

/** A version byte and the 20 bytes of a hash, as every base58 address contains. */
const versioned =
  (decode: (text: string) => Uint8Array, ...versions: readonly number[]) =>
  (text: string): Finding => {
    try {
      const bytes = decode(text)
      return bytes.length === 21 && versions.includes(bytes[0] ?? -1) ? bytes.subarray(1) : "network"
    } catch {
      return "checksum"
    }
  }

const tron = versioned(checked.decode, 0x41)
const bitcoin = versioned(checked.decode, 0x00, 0x05)
/** The XRP Ledger orders the base58 alphabet in a way of its own. */
const ripple = versioned((text) => checked.decode(base58.encode(base58xrp.decode(text))), 0x00)

const SEGWIT_PREFIX = "bc"
const SEGWIT_LENGTH_MAX = 90

/**
 * A witness program whose spending rules are defined: version 0 with 20 or 32 bytes in bech32
 * (BIP 173), version 1 with 32 bytes in bech32m (BIP 350). Coins sent to another one are lost.
 */
const segwit = (text: string): Finding => {
  const old = bech32.decodeUnsafe(text, SEGWIT_LENGTH_MAX)
  const found = old ?? bech32m.decodeUnsafe(text, SEGWIT_LENGTH_MAX)
  if (!found) return "checksum"
  const [version, ...words] = found.words
  if ((version === 0) !== (old !== undefined)) return "checksum"
  const program = bech32.fromWordsUnsafe(words)
  const length = program?.length
  const isKnown = version === 0 ? length === 20 || length === 32 : version === 1 && length === 32
  return found.prefix === SEGWIT_PREFIX && isKnown && program ? program : "network"
}

const isOneCase = (hex: string): boolean => hex === hex.toLowerCase() || hex === hex.toUpperCase()

/** EIP-55: the hash of the address in lower case says which of its letters are capitals. */
const eip55 = (hex: string): string => {
  const hash = bytesToHex(keccak_256(utf8ToBytes(hex.toLowerCase())))
  return [...hex.toLowerCase()]
    .map((letter, index) => (Number.parseInt(hash[index] ?? "0", 16) >= 8 ? letter.toUpperCase() : letter))
    .join("")
}

const ethereum = (text: string): Finding => {
  const hex = text.slice(2)
  if (!/^[0-9a-fA-F]{40}$/.test(hex)) return "checksum"
  return isOneCase(hex) || hex === eip55(hex) ? hexToBytes(hex) : "checksum"
}

interface Format {
  /** What every address of the network begins with. */
  readonly prefix: RegExp
  readonly check: (text: string) => Finding
  /** Names before a colon, of payment links and as exchanges write them, in lower case. */
  readonly schemes: readonly string[]
}

const formats: Readonly<Record<AddressFormat, Format>> = {
  tron: { prefix: /^T/, check: tron, schemes: ["tron", "trx", "trc20", "trc-20", "usdt-trc20"] },
  ethereum: {
    prefix: /^0x/,
    check: ethereum,
    schemes: ["ethereum", "eth", "erc20", "erc-20", "usdt-erc20"],
  },
  bitcoin: {
    prefix: /^(?:[13]|bc1|BC1)/,
    check: (text) => (/^bc1/i.test(text) ? segwit(text) : bitcoin(text)),
    schemes: ["bitcoin", "btc"],
  },
  ripple: { prefix: /^r/, check: ripple, schemes: ["ripple", "xrp", "xrpl"] },
}

/** An address without the link around it, and the tag that the link names. */
interface Reading {
  readonly address: string
  readonly tag: string | null
}

/** Capitals without a meaning: of the prefix of Ethereum, and of a whole bech32 address. */
const withoutCapitals = (address: string): string => {
  if (address.startsWith("0X")) return `0x${address.slice(2)}`
  return address.startsWith("BC1") && address === address.toUpperCase() ? address.toLowerCase() : address
}

/** The recipient of an Ethereum link (EIP-681): of a token transfer the one in its parameters. */
const recipientOf = (path: string, parameters: URLSearchParams): string | null => {
  const [, address = "", chain = "1", call] = /^(?:pay-)?([^@/]*)(?:@(\d+))?(?:\/(.*))?$/.exec(path) ?? []
  if (chain !== "1") return null
  if (call === undefined) return address
  return call === "transfer" ? parameters.get("address") : null
}

const tagNames = ["dt", "tag", "destinationtag", "memo", "memoid"]

/**
 * Reads a bare address, a payment link, or an address behind the name of its network. Null for a
 * link that says more than an address: another chain, a call, conditions that are not understood.
 */
const readAddress = (typed: string, format: AddressFormat): Reading | null | "network" => {
  const text = withoutSpaces(typed)
  const [, tagged, joinedTag] = /^(r\w{24,34}):(\d{1,10})$/.exec(text) ?? []
  if (tagged !== undefined && joinedTag !== undefined) return { address: tagged, tag: joinedTag }
  const [, scheme, rest = text] = /^([A-Za-z][\w+.-]*):(?:\/\/)?(.*)$/.exec(text) ?? []
  if (scheme !== undefined && !formats[format].schemes.includes(scheme.toLowerCase())) return "network"
  const [path = "", search = ""] = rest.split("?", 2)
  // a code to be scanned may be in capitals as a whole
  const parameters = new URLSearchParams(
    [...new URLSearchParams(search)].map(([name, value]) => [name.toLowerCase(), value]),
  )
  if ([...parameters.keys()].some((name) => name.startsWith("req-"))) return null
  const address = format === "ethereum" ? recipientOf(path, parameters) : path
  if (address === null || address === "") return null
  const tag = tagNames.map((name) => parameters.get(name)).find((found) => found !== null) ?? null
  return tag !== null && !/^\d{1,10}$/.test(tag) ? null : { address: withoutCapitals(address), tag }
}

/** The bare address in what was typed; what cannot be read stays as it is. */
export const plainAddress = (typed: string, format: AddressFormat): string => {
  const reading = readAddress(typed, format)
  return reading === null || reading === "network" ? withoutSpaces(typed) : reading.address
}

/** Hashes of keys have about twenty different bytes; so few are an invention like 0x00…dEaD. */
const BURNT_BYTES_MAX = 8

/** Made up, or the contracts of tokens, which return nothing: USDT, USDC, DAI, WETH. */
const withoutKey: ReadonlySet<string> = new Set([
  "1BitcoinEaterAddressDontSendf59kuE",
  "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  "TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8",
  "0xdac17f958d2ee523a2206206994597c13d831ec7",
  "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
  "0x6b175474e89094c44da98b954eedeac495271d0f",
  "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2",
])

/** True for an address that has no known key. */
const isBurnt = (payload: Uint8Array, address: string): boolean =>
  new Set(payload).size <= BURNT_BYTES_MAX ||
  withoutKey.has(addressKey(address)) ||
  (!/^(?:0x|bc1)/.test(address) && /(.)\1{8}/.test(address))

/** An X-address of the XRP Ledger, which contains an address and its tag. */
const isXAddress = (text: string): boolean => /^[XT][1-9A-HJ-NP-Za-km-z]{46}$/.test(text)

/** Missing, too short, too long, of another network, mistyped, or more than an address. */
export const cryptoAddressProblem = (typed: string, format: AddressFormat): FieldProblem | null => {
  if (withoutSpaces(typed) === "") return { reason: "required" }
  const reading = readAddress(typed, format)
  if (reading === "network") return { reason: "address-network" }
  if (reading === null) return { reason: "address-link" }
  const { address, tag } = reading
  const length = lengthProblem(address, CRYPTO_ADDRESS_LENGTH)
  if (length !== null) return length
  if (format === "ripple" && isXAddress(address)) return { reason: "address-x" }
  const { prefix, check } = formats[format]
  const finding = prefix.test(address) ? check(address) : "network"
  if (finding === "network" || finding === "checksum") return { reason: `address-${finding}` }
  if (isBurnt(finding, address)) return { reason: "address-burnt" }
  return tag === null || !takesTag(format) ? null : { reason: "address-tag", params: { tag } }
}

/** True for a valid address in which a mistyped letter cannot be noticed: EIP-55 allows one case. */
export const isWithoutChecksum = (typed: string, format: AddressFormat): boolean =>
  format === "ethereum" &&
  cryptoAddressProblem(typed, format) === null &&
  isOneCase(plainAddress(typed, format).slice(2))

/**
 * The comparison key of an address: hexadecimal and bech32 addresses are case-insensitive, base58
 * ones are not.
 */
export const addressKey = (text: string): string => (/^(?:0x|bc1)/i.test(text) ? text.toLowerCase() : text)

// The tag with which an exchange tells its customers' deposits to one address apart. Only some
// networks have one.

/** The largest destination tag of the XRP Ledger: 32 bits. */
const TAG_MAX = 4_294_967_295

/** True for a network whose payments can have a tag. */
export const takesTag = (format: AddressFormat | undefined): boolean => format === "ripple"

/** A tag belongs to an exchange's address, and there only where the network has one. */
export const tagProblem = (
  text: string,
  format: AddressFormat | undefined,
  isExchange: boolean,
): FieldProblem | null => {
  if (!isExchange || !takesTag(format)) return text === "" ? null : { reason: "no-tag" }
  if (text === "") return { reason: "required" }
  return /^(?:0|[1-9]\d{0,9})$/.test(text) && Number(text) <= TAG_MAX
    ? null
    : { reason: "tag", params: { max: TAG_MAX } }
}
