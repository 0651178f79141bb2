/** Vectors: Bitcoin Core's key_io tables, BIP 173, BIP 350, EIP-55, and the XRP Ledger's documentation. */
import { describe, expect, it } from "vitest"
import { ADDRESS_FORMATS, type AddressFormat } from "../../src/domain/cash.ts"
import {
  addressKey,
  cryptoAddressProblem,
  isWithoutChecksum,
  plainAddress,
  tagProblem,
  takesTag,
} from "../../src/domain/crypto-address.ts"

const valid: Readonly<Record<AddressFormat, readonly string[]>> = {
  tron: ["TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"],
  ethereum: [
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
    "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
  ],
  bitcoin: [
    "1AGNa15ZQXAZUgFiqJ2i7Z2DPU2J6hW62i",
    "3CMNFxN1oHBc4R1EpboAL5yzHGgE611Xou",
    "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3",
    "128jjxxaCpDoc3uGapWuY6g6Vbc1Bkbhta",
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
  ],
  ripple: ["rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh", "rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe"],
}

const each = ADDRESS_FORMATS.flatMap((format) => valid[format].map((address) => [format, address] as const))

/** One case only: EIP-55 counts these as addresses without a checksum. */
const oneCase = [
  "0x52908400098527886E0F7030069857D2E4169EE7",
  "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
  "0xde709f2102306220921060314715629080e2fb77",
  "0x27b1fdb04752bbc536007a920d24acb045561c26",
]

/** Another letter of the same kind, so that only the checksum can notice it. */
const another = (letter: string): string => {
  if (/\d/.test(letter)) return letter === "2" ? "3" : "2"
  if (/[a-z]/.test(letter)) return letter === "a" ? "c" : "a"
  return letter === "A" ? "C" : "A"
}

describe("an address", () => {
  it.each(each)("of %s is accepted: %s", (format, address) => {
    expect(cryptoAddressProblem(address, format)).toBeNull()
  })

  it.each(each)("of %s with one changed letter is refused for its checksum: %s", (format, address) => {
    // the prefix says which network it is; a change there makes it another network's
    const prefix = format === "ethereum" ? 2 : /^bc1/i.test(address) ? 3 : 1
    const found = [...address].slice(prefix).map((letter, index) => {
      const at = prefix + index
      const typed = address.slice(0, at) + another(letter) + address.slice(at + 1)
      return cryptoAddressProblem(typed, format)?.reason
    })
    expect(new Set(found)).toEqual(new Set(["address-checksum"]))
  })

  it.each(each)("of %s with a missing or doubled letter is refused: %s", (format, address) => {
    const reasons = ["address-checksum", "too-short", "too-long"]
    expect(reasons).toContain(cryptoAddressProblem(address.slice(0, -1), format)?.reason)
    expect(reasons).toContain(cryptoAddressProblem(address + address.at(-1), format)?.reason)
  })

  it.each(each)("of %s is none of another network: %s", (format, address) => {
    for (const other of ADDRESS_FORMATS.filter((one) => one !== format))
      expect(cryptoAddressProblem(address, other)?.reason).toBe("address-network")
  })

  it.each([
    ["mo9ncXisMeAoXwqcV5EWuyncbmCcQN4rVs", "a testnet hash"],
    ["tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7", "a testnet program"],
    ["tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut", "another prefix"],
    ["bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs", "version 2, whose rules are not defined"],
    ["bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y", "version 1 of 40 bytes"],
    ["BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R", "version 17"],
    ["BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P", "version 0 of 16 bytes"],
    ["bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav", "41 bytes"],
    ["bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf", "too much padding"],
    ["bc1x1qpyrsu9guyv4rzwplgex4gkmzd9c8wl59xk4z2f", "a longer prefix"],
    ["19TC4PLRJJHmRsSnzy9yWugo8bxwUSdA", "a hash of 19 bytes"],
    ["3R2cuenjG5nFubqX9Wzuukdin2YfLYZyD1", "version byte 6"],
  ])("is not one of Bitcoin: %s, %s", (address) => {
    expect(cryptoAddressProblem(address, "bitcoin")?.reason).toBe("address-network")
  })

  it.each([
    ["bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd", "bech32 in place of bech32m"],
    ["BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL", "bech32 in place of bech32m"],
    ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh", "bech32m in place of bech32"],
    ["bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4", "a letter that is none"],
    ["bc1QW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "two cases"],
    ["1AGNa15ZQXAZUgFiqJ2i7Z2DPU2J6hW62l", "a letter that is none"],
  ])("is mistyped: %s, %s", (address) => {
    expect(cryptoAddressProblem(address, "bitcoin")?.reason).toBe("address-checksum")
  })

  it.each([`0x${"a".repeat(41)}`, `0xg${"a".repeat(40)}`, `0x${"a".repeat(39)}`])(
    "is not one of Ethereum: %s",
    (address) => {
      expect(cryptoAddressProblem(address, "ethereum")).toEqual({ reason: "address-checksum" })
    },
  )

  it.each(oneCase)("in one case has no checksum: %s", (address) => {
    expect(cryptoAddressProblem(address, "ethereum")).toBeNull()
    expect(isWithoutChecksum(address, "ethereum")).toBe(true)
  })

  it("in two cases has a checksum", () => {
    expect(isWithoutChecksum("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "ethereum")).toBe(false)
    expect(isWithoutChecksum("0x5aaeb6", "ethereum")).toBe(false)
    expect(isWithoutChecksum("TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", "tron")).toBe(false)
    expect(isWithoutChecksum("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "bitcoin")).toBe(false)
  })

  it("is missing, too short or too long before anything else", () => {
    expect(cryptoAddressProblem("", "tron")).toEqual({ reason: "required" })
    expect(cryptoAddressProblem("T123", "tron")).toEqual({ reason: "too-short", params: { min: 25 } })
    expect(cryptoAddressProblem("T".repeat(91), "tron")).toEqual({ reason: "too-long", params: { max: 90 } })
  })

  it.each(["👛".repeat(30), "T\u0000".repeat(17), "../".repeat(12), "0x".repeat(21), "r ".repeat(17)])(
    "is refused and breaks nothing: %j",
    (address) => {
      for (const format of ADDRESS_FORMATS) expect(cryptoAddressProblem(address, format)).not.toBeNull()
    },
  )

  it("has one key however its letters are written, where case has no meaning", () => {
    expect(addressKey("BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4")).toBe(
      "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    )
    expect(addressKey("0xAB")).toBe("0xab")
    expect(addressKey("TRab")).toBe("TRab")
    expect(addressKey("128jjxxaCpDoc3uGapWuY6g6Vbc1Bkbhta")).toBe("128jjxxaCpDoc3uGapWuY6g6Vbc1Bkbhta")
  })
})

const tron = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"
const ethereum = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
const other = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"
const bitcoin = "1AGNa15ZQXAZUgFiqJ2i7Z2DPU2J6hW62i"
const segwit = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
const ripple = "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh"

describe("an address in what is copied", () => {
  it.each<[AddressFormat, string, string]>([
    ["bitcoin", `bitcoin:${bitcoin}?amount=1&label=Ada%20L`, bitcoin],
    ["bitcoin", `BITCOIN:${segwit.toUpperCase()}?AMOUNT=0.5`, segwit],
    ["bitcoin", `bitcoin://${segwit}?lightning=lnbc1`, segwit],
    ["bitcoin", segwit.toUpperCase(), segwit],
    ["bitcoin", `BTC: ${bitcoin}`, bitcoin],
    ["bitcoin", `${segwit.slice(0, 20)}\n${segwit.slice(20)}`, segwit],
    ["bitcoin", `\u202a${bitcoin}\u202c`, bitcoin],
    ["ethereum", `ethereum:${ethereum}@1?value=1e18`, ethereum],
    ["ethereum", `ethereum:pay-${ethereum}`, ethereum],
    ["ethereum", `ethereum:${other}/transfer?address=${ethereum}&uint256=1e6`, ethereum],
    ["ethereum", `eth:${ethereum}`, ethereum],
    ["ethereum", `ERC20:${ethereum}`, ethereum],
    ["ethereum", "0XDE709F2102306220921060314715629080E2FB77", "0xDE709F2102306220921060314715629080E2FB77"],
    ["tron", `tron:${tron}?amount=10`, tron],
    ["tron", `TRC20: ${tron}`, tron],
    ["ripple", `xrpl:${ripple}?amount=1`, ripple],
  ])("of %s is taken from %j", (format, typed, address) => {
    expect(cryptoAddressProblem(typed, format)).toBeNull()
    expect(plainAddress(typed, format)).toBe(address)
  })

  it.each<[AddressFormat, string, string]>([
    ["bitcoin", `bitcoin:${bitcoin}?req-somethingyoudontunderstand=50`, "address-link"],
    ["bitcoin", "bitcoin:?lightning=lnbc1", "address-link"],
    ["ethereum", `ethereum:${ethereum}@56`, "address-link"],
    ["ethereum", `ethereum:${other}/approve?address=${ethereum}`, "address-link"],
    ["ethereum", `ethereum:${other}/transfer?uint256=1`, "address-link"],
    ["ripple", `${ripple}?dt=abc`, "address-link"],
    ["ripple", `${ripple}?dt=123`, "address-tag"],
    ["ripple", `XRPL:${ripple}?DT=123`, "address-tag"],
    ["ripple", `${ripple}?REQ-memo=1`, "address-link"],
    ["ripple", `ripple:${ripple}?dt=123&amount=1`, "address-tag"],
    ["ripple", `${ripple}:123`, "address-tag"],
    ["ripple", "X7gJ5YK8abHf2eTPWPFHAAot8Knck11QGqmQ7a6a3Z8PJvk", "address-x"],
    ["ethereum", `bnb:${ethereum}`, "address-network"],
    ["bitcoin", `ethereum:${ethereum}`, "address-network"],
    ["bitcoin", "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", "address-network"],
    ["bitcoin", " \u200b\n", "required"],
  ])("of %s is refused in %j: %s", (format, typed, reason) => {
    expect(cryptoAddressProblem(typed, format)?.reason).toBe(reason)
  })

  it.each<[AddressFormat, string]>([
    ["ethereum", `0x${"0".repeat(40)}`],
    ["ethereum", `0x${"0".repeat(36)}dEaD`],
    ["ethereum", `0x${"0".repeat(39)}1`],
    ["ethereum", `0x${"f".repeat(40)}`],
    ["ethereum", `0x${"deadbeef".repeat(5)}`],
    ["ethereum", "0xdead000000000000000042069420694206942069"],
    ["ethereum", "0xdAC17F958D2ee523a2206206994597C13D831ec7"],
    ["ethereum", "ethereum:0xDAC17F958D2EE523A2206206994597C13D831EC7@1"],
    ["ethereum", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"],
    ["ethereum", "0x6B175474E89094C44Da98b954EedeAC495271d0F"],
    ["ethereum", "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"],
    ["tron", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],
    ["tron", "trc20:TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8"],
    ["tron", "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb"],
    ["bitcoin", "1111111111111111111114oLvT2"],
    ["bitcoin", "1BitcoinEaterAddressDontSendf59kuE"],
    ["bitcoin", "1CounterpartyXXXXXXXXXXXXXXXUWLpVr"],
    ["bitcoin", "bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq9e75rs"],
    ["ripple", "rrrrrrrrrrrrrrrrrrrrrhoLvTp"],
    ["ripple", "rrrrrrrrrrrrrrrrrrrrBZbvji"],
    ["ripple", "rrrrrrrrrrrrrrrrrNAMEtxvNvQ"],
  ])("of %s has no key, so that money sent to %s is lost", (format, address) => {
    expect(cryptoAddressProblem(address, format)).toEqual({ reason: "address-burnt" })
  })
})

describe("a tag", () => {
  it.each(["0", "1", "104338", "4294967295"])("is accepted: %s", (tag) => {
    expect(tagProblem(tag, "ripple", true)).toBeNull()
  })

  it.each(["4294967296", "-1", "1.5", "1e3", "01", "x", " 1", "9".repeat(200)])("is refused: %s", (tag) => {
    expect(tagProblem(tag, "ripple", true)).toEqual({ reason: "tag", params: { max: 4_294_967_295 } })
  })

  it("is needed at an exchange, and only where the network has one", () => {
    expect(tagProblem("", "ripple", true)?.reason).toBe("required")
    expect(tagProblem("", "ripple", false)).toBeNull()
    expect(tagProblem("7", "ripple", false)?.reason).toBe("no-tag")
    expect(tagProblem("7", "tron", true)?.reason).toBe("no-tag")
    expect(tagProblem("", "tron", true)).toBeNull()
    expect(ADDRESS_FORMATS.filter(takesTag)).toEqual(["ripple"])
  })
})
