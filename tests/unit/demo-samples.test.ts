import { expect, it } from "vitest"
import { cryptoAddressProblem, isWithoutChecksum } from "../../src/domain/crypto-address.ts"
import { demoSamples } from "../../src/domain/demo-samples.ts"
import {
  bankAccountProblem,
  bankNameProblem,
  cardNumberProblem,
  idNumberProblem,
  realNameProblem,
} from "../../src/domain/member-forms.ts"
import { nigerianBanks } from "../../src/domain/nigerian-banks.ts"

it("passes the checks of each form that it fills in", () => {
  const { holder, card, account, idNumber, addresses } = demoSamples
  expect([
    realNameProblem(holder),
    bankNameProblem(card.bankName),
    cardNumberProblem(card.cardNumber),
    bankAccountProblem(account.accountNumber, account.bankCode),
    idNumberProblem(idNumber),
    cryptoAddressProblem(addresses.tron, "tron"),
    cryptoAddressProblem(addresses.ethereum, "ethereum"),
    cryptoAddressProblem(addresses.bitcoin, "bitcoin"),
    cryptoAddressProblem(addresses.ripple, "ripple"),
  ]).toEqual(Array.from({ length: 9 }, () => null))
  expect(isWithoutChecksum(addresses.ethereum, "ethereum")).toBe(false)
  expect(nigerianBanks.banks.map(({ code }) => code)).toContain(account.bankCode)
  // the demo's reviewer refuses these
  expect(idNumber).not.toMatch(/13$/)
})
