/** Examples: the Central Bank of Nigeria's paper on the NUBAN scheme, version 0.4. */
import { describe, expect, it } from "vitest"
import { bankAccountProblem, isBankAccount } from "../../src/domain/member-forms.ts"
import { bankOf, nigerianBanks } from "../../src/domain/nigerian-banks.ts"

const FIRST_BANK = "011"

describe("a bank account", () => {
  it.each(["0000014579", "0000000220"])("is accepted: %s at First Bank", (account) => {
    expect(bankAccountProblem(account, FIRST_BANK)).toBeNull()
  })

  it("is refused with any single digit changed", () => {
    const account = "0000014579"
    const changed = [...account].flatMap((digit, at) =>
      [..."0123456789"]
        .filter((other) => other !== digit)
        .map((other) => account.slice(0, at) + other + account.slice(at + 1)),
    )
    expect(changed).toHaveLength(90)
    expect(changed.filter((typed) => isBankAccount(typed, FIRST_BANK))).toEqual([])
    expect(bankAccountProblem("0000014578", FIRST_BANK)).toEqual({ reason: "account-checksum" })
  })

  it("rarely fits another bank: the check digit covers the bank's code", () => {
    expect(isBankAccount("0000014579", "058")).toBe(false)
    expect(isBankAccount("0000014579", "057")).toBe(false)
  })

  it.each([
    ["", "required"],
    ["000001457", "too-short"],
    ["00000145790", "too-long"],
    ["00000x4579", "characters"],
    ["٠٠٠٠٠١٤٥٧٩", "characters"],
  ])("is refused: %j", (account, reason) => {
    expect(bankAccountProblem(account, FIRST_BANK)?.reason).toBe(reason)
  })

  it("is not checked against a bank before one is chosen, and never fits an unknown one", () => {
    expect(bankAccountProblem("0000014578", "")).toBeNull()
    // the check digit alone would fit one of these
    const longer = [..."0123456789"].map((digit) => `${FIRST_BANK}${digit}`)
    for (const code of ["11", "x11", "١١٠", ...longer]) expect(isBankAccount("0000014579", code)).toBe(false)
    for (const account of ["00000145790", "000001457"])
      expect(isBankAccount(account, FIRST_BANK), account).toBe(false)
  })
})

describe("the list of banks", () => {
  it("has a three-digit code and a name for each, once", () => {
    const codes = nigerianBanks.banks.map(({ code }) => code)
    expect(codes.length).toBeGreaterThan(20)
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.every((code) => /^\d{3}$/.test(code))).toBe(true)
    expect(new Set(nigerianBanks.banks.map(({ name }) => name)).size).toBe(codes.length)
    expect(nigerianBanks.banks.filter(({ name }) => !/^\p{Lu}.*\p{L}/u.test(name))).toEqual([])
    expect(bankOf(FIRST_BANK)?.name).toBe("First Bank of Nigeria")
    expect(bankOf("999")).toBeUndefined()
  })

  it("names its sources and the day it was compared with them", () => {
    expect(nigerianBanks.sources.length).toBeGreaterThan(0)
    expect(nigerianBanks.sources.filter((source) => source.trim() === "")).toEqual([])
    expect(nigerianBanks.checkedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })
})
