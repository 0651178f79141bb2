/**
 * Validation of a crypto address and its tag against the network's format. Each format's prefix
 * says to which network an address belongs; its checksum finds a mistyped letter.
 */
import { sha256 } from "@noble/hashes/sha2.js"
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { base58, base58check, base58xrp, bech32, bech32m } from "@scure/base"
import type { AddressFormat } from "./cash.ts"
import { CRYPTO_ADDRESS_LENGTH } from "./limits.ts"
import { type FieldProblem, lengthProblem } from "./validate.ts"

type Finding = "fits" | "checksum" | "network"

const checked = base58check(sha256)

/** A version byte and the 20 bytes of a hash, as every base58 address contains. */
const versioned =
  (decode: (text: string) => Uint8Array, ...versions: readonly number[]) =>
  (text: string): Finding => {
    try {
      const bytes = decode(text)
      return bytes.length === 21 && versions.includes(bytes[0] ?? -1) ? "fits" : "network"
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
  const length = bech32.fromWordsUnsafe(words)?.length
  const isKnown = version === 0 ? length === 20 || length === 32 : version === 1 && length === 32
  return found.prefix === SEGWIT_PREFIX && isKnown ? "fits" : "network"
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
  return isOneCase(hex) || hex === eip55(hex) ? "fits" : "checksum"
}

interface Format {
  /** What every address of the network begins with. */
  readonly prefix: RegExp
  readonly check: (text: string) => Finding
}

const formats: Readonly<Record<AddressFormat, Format>> = {
  tron: { prefix: /^T/, check: tron },
  ethereum: { prefix: /^0x/, check: ethereum },
  bitcoin: {
    prefix: /^(?:[13]|bc1|BC1)/,
    check: (text) => (/^bc1/i.test(text) ? segwit(text) : bitcoin(text)),
  },
  ripple: { prefix: /^r/, check: ripple },
}

const reasons = { checksum: "address-checksum", network: "address-network" } as const

/** Missing, too short, too long, of another network, or mistyped: each has its reason. */
export const cryptoAddressProblem = (text: string, format: AddressFormat): FieldProblem | null => {
  const length = lengthProblem(text, CRYPTO_ADDRESS_LENGTH)
  if (length !== null) return length
  const { prefix, check } = formats[format]
  const finding = prefix.test(text) ? check(text) : "network"
  return finding === "fits" ? null : { reason: reasons[finding] }
}

/** True for a valid address in which a mistyped letter cannot be noticed: EIP-55 allows one case. */
export const isWithoutChecksum = (text: string, format: AddressFormat): boolean =>
  format === "ethereum" && cryptoAddressProblem(text, format) === null && isOneCase(text.slice(2))

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
