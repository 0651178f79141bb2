import { describe, expect, it } from "vitest"
import * as validate from "../../src/domain/validate.ts"

describe("the generic helpers of the specification", () => {
  it.each([
    [validate.isEmail, "ada@example.ng", true],
    [validate.isEmail, "ada@example", false],
    [validate.isEmail, "a b@example.ng", false],
    [validate.isMobileNumber, "+2348012345678", true],
    [validate.isMobileNumber, "12345", false],
    [validate.isHttpsUrl, "https://pay.example.ng/a?b=1", true],
    [validate.isHttpsUrl, "http://pay.example.ng", false],
    [validate.isHttpsUrl, "https://user:pass@example.ng", false],
    [validate.isHttpsUrl, "javascript:alert(1)", false],
    [validate.isHttpsUrl, "", false],
    [validate.isAmount, "10.25", true],
    [validate.isAmount, "10.255", false],
    [validate.isAmount, "1e3", false],
    [validate.isAmount, "-1", false],
    [validate.isAmount, "01", false],
    [validate.isDigits, "0123", true],
    [validate.isDigits, "12a", false],
    [validate.isSixDigitCode, "012345", true],
    [validate.isSixDigitCode, "12345", false],
    [validate.isIdCard, "A1234567-8", true],
    [validate.isIdCard, "12", false],
    [validate.isCardNumber, "4539578763621486", true],
    [validate.isCardNumber, "4539578763621487", false],
  ] as const)("%o of %j is %s", (helper, text, expected) => {
    expect(helper(text)).toBe(expected)
  })
})

describe("fields tell what is wrong with them", () => {
  it.each([
    [validate.usernameProblem("")?.reason, "required"],
    [validate.usernameProblem("ab")?.reason, "too-short"],
    [validate.usernameProblem("a".repeat(33))?.reason, "too-long"],
    [validate.usernameProblem("ada love")?.reason, "characters"],
    [validate.usernameProblem("ada.lovelace"), null],
    [validate.usernameProblem("陈小明"), null],
    [validate.passwordProblem("1234567"), { reason: "too-short", params: { min: 8 } }],
    [validate.passwordProblem("p".repeat(65))?.reason, "too-long"],
    [validate.passwordProblem("correct horse"), null],
    [validate.confirmProblem("a", "b")?.reason, "mismatch"],
    [validate.confirmProblem("", "b")?.reason, "required"],
    [validate.confirmProblem("same", "same"), null],
    [validate.invitationCodeProblem("ABCD2345"), null],
    [validate.invitationCodeProblem("ABCD234!")?.reason, "characters"],
    [validate.realNameProblem("Nguyễn Thị Minh Khai"), null],
    [validate.realNameProblem("R2D2")?.reason, "characters"],
    [validate.idNumberProblem("A12 345")?.reason, "characters"],
    [validate.bankNameProblem("Zenith Bank (Lagos)"), null],
    [validate.cardNumberProblem("4539578763621486"), null],
    [validate.cardNumberProblem("4539578763621480")?.reason, "checksum"],
    [validate.cardNumberProblem("4539 5787")?.reason, "too-short"],
    [validate.cryptoAddressProblem(`T${"a".repeat(33)}`, "USDT-TRC20"), null],
    [validate.cryptoAddressProblem(`0x${"a".repeat(40)}`, "USDT-TRC20")?.reason, "characters"],
    [validate.cryptoAddressProblem("", "BTC")?.reason, "required"],
  ])("%j → %j", (got, expected) => {
    expect(got).toEqual(expected)
  })
})
