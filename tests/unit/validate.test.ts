import { describe, expect, it } from "vitest"
import * as member from "../../src/domain/member-forms.ts"
import * as validate from "../../src/domain/validate.ts"
import { queries, queryReader } from "../../src/navigation/route-queries.ts"

describe("the generic helpers of the specification", () => {
  it.each([
    [validate.isEmail, "ada@example.ng", true],
    [validate.isEmail, "ada@example", false],
    [validate.isEmail, "a b@example.ng", false],
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
    [member.isDigits, "0123", true],
    [member.isDigits, "12a", false],
    [member.isIdCard, "A1234567-8", true],
    [member.isIdCard, "A1234567_8", false],
    [member.isCardNumber, "4539578763621486", true],
    [member.isCardNumber, "4539578763621487", false],
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
    [member.confirmProblem("a", "b")?.reason, "mismatch"],
    [member.confirmProblem("", "b")?.reason, "required"],
    [member.confirmProblem("same", "same"), null],
    [validate.invitationCodeProblem("ABCD2345"), null],
    [validate.invitationCodeProblem("ABCD234!")?.reason, "characters"],
    [member.realNameProblem("Nguyễn Thị Minh Khai"), null],
    [member.realNameProblem("R2D2")?.reason, "characters"],
    [member.idNumberProblem("A12 345")?.reason, "characters"],
    [member.bankNameProblem("Zenith Bank (Lagos)"), null],
    [member.cardNumberProblem("4539578763621486"), null],
    [member.cardNumberProblem("4539578763621480")?.reason, "checksum"],
    [member.cardNumberProblem("4539 5787")?.reason, "too-short"],
  ])("%j → %j", (got, expected) => {
    expect(got).toEqual(expected)
  })
})

describe("the query of a page", () => {
  const read = (name: keyof typeof queries, raw: object) => queryReader<object>(queries[name])(raw)

  it.each(Object.entries(queries))(
    "of %s is refused where a value makes no sense, a needed one included",
    (name, schema) => {
      const readThis = queryReader<object>(schema)
      const anyText = new Set(["pay.url", "income-record.code"])
      for (const field of Object.keys(schema.fields))
        if (!anyText.has(`${name}.${field}`))
          for (const forged of ["", "../..", "<b>", "\u0000", "x".repeat(5_000)])
            expect(readThis({ id: "a1", [field]: forged }), `${field}=${forged.slice(0, 9)}`).toBeNull()
      expect(readThis({ id: "a1", unheard: "of" })).not.toBeNull()
    },
  )

  it("reaches the page as what it means", () => {
    expect(read("order", { product: "aapl", direction: "up" })).toEqual({ product: "aapl", direction: "up" })
    for (const name of ["agreement-detail", "withdraw-record-detail"] as const)
      expect(read(name, {}), name).toBeNull()
    expect(read("product", {})).toEqual({})
  })
})
