import type { BankCard, CryptoAddress, WithdrawalTerms } from "../../domain/cash.ts"
import { type DestinationTerms, destinationTerms } from "../../domain/cash-intent.ts"

/** A withdrawal destination with its display name. */
export interface DestinationOption {
  readonly destination: DestinationTerms
  readonly name: string
  readonly detail: string
  readonly usableAtMs: number
  /** A crypto address in full, with its tag; undefined for a card or account. */
  readonly whole?: { readonly address: string; readonly tag: string | undefined }
}

/** Shortens a long address to its two ends: "TQn9Y2…x7Yz4K". */
export const shortAddress = (address: string): string =>
  address.length <= 16 ? address : `${address.slice(0, 6)}…${address.slice(-6)}`

/** An address in groups of four characters, in which it is compared. */
export const inFours = (address: string): readonly string[] => address.match(/.{1,4}/gu) ?? []

/**
 * Cards and addresses with their terms. One without terms is left out, because no withdrawal can go
 * there.
 */
export const destinationOptions = (
  cards: readonly BankCard[],
  addresses: readonly CryptoAddress[],
  terms: readonly WithdrawalTerms[],
): readonly DestinationOption[] => {
  const forBank = terms.find((each) => each.method === "bank")
  const banks = cards.flatMap((card) =>
    forBank === undefined
      ? []
      : [
          {
            destination: destinationTerms(
              { id: card.id, label: `${card.bankName} ${card.cardNumber}` },
              forBank,
            ),
            name: card.bankName,
            detail: card.cardNumber,
            usableAtMs: card.usableAtMs,
          },
        ],
  )
  const wallets = addresses.flatMap((address) => {
    const known = terms.find((each) => each.method === "crypto" && each.network === address.network)
    const short = shortAddress(address.address)
    const detail = address.tag === undefined ? short : `${short} · ${address.tag}`
    return known === undefined
      ? []
      : [
          {
            destination: destinationTerms({ id: address.id, label: `${address.network} ${detail}` }, known),
            name: address.network,
            detail,
            usableAtMs: address.usableAtMs,
            whole: { address: address.address, tag: address.tag },
          },
        ]
  })
  return [...banks, ...wallets]
}
