import { describe, expect, it } from "vitest"
import {
  addForms,
  consentTo,
  type FormId,
  isConsentTo,
  rulesOf,
  visitorForms,
} from "../../src/domain/forms.ts"
import * as member from "../../src/domain/member-forms.ts"
import { recordFilterFields } from "../../src/domain/record-filter.ts"
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
    [validate.isHttpsUrl, "https://", false],
    [validate.isHttpsUrl, "https://user@example.ng", false],
    [validate.isHttpsUrl, "https://:pass@example.ng", false],
    [validate.isEmail, `${"a".repeat(242)}@example.com`, true],
    [validate.isEmail, `${"a".repeat(243)}@example.com`, false],
    [validate.isEmail, "Ada@Mail-1.Example.NG", true],
    [validate.isEmail, `ada@${"x".repeat(63)}.ng`, true],
    [validate.isEmail, `ada@${"x".repeat(64)}.ng`, false],
    [validate.isEmail, "ada@x.ng", true],
    [validate.isEmail, "ada@-x.ng", false],
    [validate.isEmail, "ada@x-.ng", false],
    [validate.isEmail, "ada@x..ng", false],
    [validate.isEmail, "ada@x.n", false],
    [validate.isEmail, `ada@x.${"n".repeat(63)}`, true],
    [validate.isEmail, `ada@x.${"n".repeat(64)}`, false],
    [validate.isEmail, "ada@x.n1", false],
    [validate.isEmail, "ada@x.ng.", false],
    [validate.isEmail, "@x.ng", false],
    [validate.isEmail, "a@b@x.ng", false],
    [validate.isEmail, "a,b@x.ng", false],
    [validate.isEmail, " ada@x.ng", false],
    [validate.isEmail, "ada@x.ng x", false],
    [validate.isAmount, "10.25", true],
    [validate.isAmount, "0", true],
    [validate.isAmount, "0.5", true],
    [validate.isAmount, "1234567", true],
    [validate.isAmount, "1.", false],
    [validate.isAmount, ".5", false],
    [validate.isAmount, "x1", false],
    [validate.isAmount, "1x", false],
    [validate.isAmount, "", false],
    [member.isDigits, "", false],
    [member.isDigits, "a12", false],
    [member.isIdCard, "7", true],
    [member.isIdCard, "-1", false],
    [member.isIdCard, "A1_", false],
    [member.isIdCard, "", false],
    [member.isCardNumber, "", false],
    [member.isCardNumber, "79927398713", true],
    [member.isCardNumber, "79927398710", false],
    [member.isCardNumber, "18", true],
    [member.isCardNumber, "91", true],
    [member.isCardNumber, "4539 5787 6362 1486", false],
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
    [validate.usernameProblem("a_d-a.1"), null],
    [validate.usernameProblem("_ada")?.reason, "characters"],
    [validate.usernameProblem("ada!")?.reason, "characters"],
    [validate.usernameProblem("abc"), null],
    [validate.usernameProblem("a".repeat(32)), null],
    [validate.lengthProblem("😀😀", { min: 2, max: 2 }), null],
    [validate.lengthProblem("😀", { min: 2, max: 2 }), { reason: "too-short", params: { min: 2 } }],
    [validate.lengthProblem("😀😀😀", { min: 2, max: 2 }), { reason: "too-long", params: { max: 2 } }],
    [validate.contactProblem("  ab "), { reason: "too-short", params: { min: 3 } }],
    [validate.contactProblem("   "), { reason: "required" }],
    [validate.contactProblem(` ${"x".repeat(120)} `), null],
    [validate.contactProblem("x".repeat(121)), { reason: "too-long", params: { max: 120 } }],
    [validate.passwordProblem("12345678"), null],
    [validate.passwordProblem("p".repeat(64)), null],
    [validate.required("", {}), { reason: "required" }],
    [validate.required(" ", {}), null],
    [validate.invitationCodeProblem("ABCD234")?.reason, "too-short"],
    [validate.invitationCodeProblem("ABCD23456")?.reason, "too-long"],
    [validate.invitationCodeProblem("abcd0189"), null],
    [validate.invitationCodeProblem("!BCD2345")?.reason, "characters"],
    [member.realNameProblem("Ng")?.reason, undefined],
    [member.realNameProblem("O’Brien-Smith Jr. d'A·B"), null],
    [member.realNameProblem(".Ada")?.reason, "characters"],
    [member.realNameProblem("Ada!")?.reason, "characters"],
    [member.bankNameProblem("3rd & Sons, Ltd. (O'Neil’s)-x"), null],
    [member.bankNameProblem("&Bank")?.reason, "characters"],
    [member.bankNameProblem("Bank!")?.reason, "characters"],
    [member.idNumberProblem("A123"), { reason: "too-short", params: { min: 5 } }],
    [member.idNumberProblem("A1234"), null],
    [member.idNumberProblem("")?.reason, "required"],
    [member.cardNumberProblem("x53957876362")?.reason, "characters"],
    [member.cardNumberProblem("4539578763621x")?.reason, "characters"],
    [member.cardDigits(" 4539-5787 6362 1486"), "4539578763621486"],
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
    [member.cardNumberProblem("0".repeat(16))?.reason, "checksum"],
    [member.cardNumberProblem("8".repeat(16))?.reason, "checksum"],
    [member.cardNumberProblem("0000000000000018")?.reason, "checksum"],
  ])("%j → %j", (got, expected) => {
    expect(got).toEqual(expected)
  })
})

describe("a field is judged in its normal form, which the server stores", () => {
  const name = "Trần"
  it.each<[string, validate.FieldProblem | null, validate.FieldProblem | null]>([
    ["a decomposed username", validate.usernameProblem(` ${name.normalize("NFD")} `), null],
    ["a full-width username", validate.usernameProblem("ＡＤＡ１"), null],
    [
      "a decomposed username that is short",
      validate.usernameProblem("ầ".normalize("NFD")),
      { reason: "too-short", params: { min: 3 } },
    ],
    [
      "a decomposed password that is short",
      validate.passwordProblem("ầ".repeat(4).normalize("NFD")),
      { reason: "too-short", params: { min: 8 } },
    ],
    ["a decomposed password of the length", validate.passwordProblem("ầ".repeat(64).normalize("NFD")), null],
    [
      "a password of ligatures",
      validate.passwordProblem("ﬃ".repeat(22)),
      { reason: "too-long", params: { max: 64 } },
    ],
    ["a password repeated in another form", member.confirmProblem(name, name.normalize("NFD")), null],
    ["a full-width invitation code", validate.invitationCodeProblem(" ＡＢＣＤ２３４５ "), null],
    ["a decomposed real name", member.realNameProblem(` ${"ầ".repeat(64).normalize("NFD")} `), null],
    ["a decomposed bank", member.bankNameProblem(` ${"é".repeat(64).normalize("NFD")}`), null],
    ["a full-width ID number", member.idNumberProblem(" Ａ１２３４５６７ "), null],
    [
      "a full-width card number",
      member.cardNumberProblem(member.cardDigits("４５３９－５７８７‐6362 1486")),
      null,
    ],
  ])("%s", (_name, found, expected) => {
    expect(found).toEqual(expected)
  })
})

describe("a field of a form", () => {
  it("says whether it is secret, whether recordings mask it, and which refusals concern it", () => {
    const rule = { name: "pin", wire: "p_i_n", check: validate.required }
    expect(validate.open("pin", "p_i_n", validate.required)).toEqual({
      ...{ ...rule, isSecret: false, isPersonal: false, reasons: [] },
    })
    expect(validate.personal("pin", "p_i_n", validate.required, "a", "b")).toEqual({
      ...{ ...rule, isSecret: false, isPersonal: true, reasons: ["a", "b"] },
    })
    expect(validate.secret("pin", "p_i_n", validate.required, "a")).toEqual({
      ...{ ...rule, isSecret: true, isPersonal: false, reasons: ["a"] },
    })
  })

  /** Form, field, its name on the wire, and what its value is: open, personal or secret. */
  it.each([
    [
      "password",
      "oldPassword old_password secret",
      "newPassword new_password secret",
      "confirm confirm secret",
    ],
    ["endSessions", "confirmed confirmed open"],
    ["bankAdd", "bankName bank_name open", "cardNumber card_number secret", "userName username personal"],
    ["accountAdd", "bankCode bank_code open", "accountNumber card_number secret", "holder username personal"],
    ["cryptoAdd", "network network open", "address address personal"],
    ["exchangeAdd", "network network open", "address address personal", "tag tag personal"],
    [
      ...["alertAdd", "productId product_id open", "typed price open", "level level open", "kind kind open"],
      ...["contractId contract_id open", "distance distance_bps open", "repeat daily open"],
      ...["days days open", "note note personal"],
    ],
    [
      ...["realName", "realName real_name personal", "idNumber id_number secret"],
      ...["keptIdNumber kept_id_number open", "frontId front_image open", "backId back_image open"],
    ],
    ["login", "username username personal", "password password secret", "code factor_code secret"],
    ["knowledge", "choice choice open"],
    [
      ...["register", "username username personal", "password password secret"],
      ...["invitationCode invitation_code personal", "consent terms_at_ms open"],
    ],
    ["forgotten", "username username personal", "contact contact personal"],
    ["resetByCode", "username username personal", "code code secret", "newPassword new_password secret"],
  ])("of %s has its name, its name on the wire and its secrecy", (id, ...fields) => {
    const forms: validate.Forms = { ...member.memberForms, ...visitorForms }
    const kindOf = ({ isSecret, isPersonal }: validate.FieldRule) =>
      isSecret ? "secret" : isPersonal ? "personal" : "open"
    expect(forms[id]?.map((rule) => `${rule.name} ${rule.wire} ${kindOf(rule)}`)).toEqual(fields)
  })

  it.each<[FormId, string, string, validate.FormValues, string | null]>([
    ["password", "oldPassword", "", {}, "required"],
    ["password", "newPassword", "12345678", { oldPassword: "12345678" }, "same-as-old"],
    ["password", "newPassword", "12345678", {}, null],
    ["password", "newPassword", "１２３４５６７８", { oldPassword: "12345678" }, "same-as-old"],
    ["password", "newPassword", "1234567", { oldPassword: "1234567" }, "too-short"],
    ["password", "confirm", "12345678", { newPassword: "12345678" }, null],
    ["password", "confirm", "12345679", { newPassword: "12345678" }, "mismatch"],
    ["password", "confirm", "x", {}, "mismatch"],
    ["login", "code", "", {}, null],
    ["endSessions", "confirmed", "", {}, "choose"],
    ["endSessions", "confirmed", "yes", {}, null],
    ["bankAdd", "cardNumber", "4539-5787 6362 1486", {}, null],
    ["bankAdd", "userName", "R2D2", {}, "characters"],
    ["accountAdd", "bankCode", "", {}, "choose"],
    ["accountAdd", "accountNumber", "0000 0145-79", { bankCode: "011" }, null],
    ["accountAdd", "accountNumber", "0000014578", { bankCode: "011" }, "account-checksum"],
    ["accountAdd", "accountNumber", "0000014578", {}, null],
    ["cryptoAdd", "address", ` ${"T".repeat(25)} `, {}, null],
    ["cryptoAdd", "address", ` ${"T".repeat(24)} `, {}, "too-short"],
    ["exchangeAdd", "tag", "", {}, null],
    ["realName", "idNumber", "", { keptIdNumber: "yes" }, null],
    ["realName", "idNumber", "", {}, "required"],
    ["realName", "idNumber", "A12", { keptIdNumber: "yes" }, "too-short"],
    ["realName", "keptIdNumber", "", {}, null],
    ["realName", "frontId", "", {}, "choose"],
  ])("of %s, %s with %j among %j: %s", (id, name, value, values, reason) => {
    addForms(member.memberForms)
    const rule = rulesOf(id).find((each) => each.name === name)
    expect(rule?.check(value, values)?.reason ?? null).toBe(reason)
  })
})

it.each([
  ["1700", 1_700, true],
  ["1700", 1_701, false],
  ["undated", 1_700, true],
  ["undated", undefined, true],
  ["1700", undefined, false],
  ["", 1_700, false],
  ["", undefined, false],
])("the consent %j is one to agreements of %s: %s", (consent, termsAtMs, isOne) => {
  expect(isConsentTo(consent, termsAtMs)).toBe(isOne)
  expect([consentTo(1_700), consentTo(undefined)]).toEqual(["1700", "undated"])
})

describe("the query of a page", () => {
  const read = (name: keyof typeof queries, raw: object) => queryReader<object>(queries[name])(raw)

  it.each(Object.entries(queries))(
    "of %s is refused where a value makes no sense, a needed one included",
    (name, schema) => {
      const readThis = queryReader<object>(schema)
      const filtered = ["hold-record", "income-record", "recharge-record", "withdraw-record", "statement"]
      const filters = Object.keys(recordFilterFields).flatMap((field) =>
        filtered.map((page) => `${page}.${field}`),
      )
      // a page reads what it can of these, and names the rest
      const anyText = new Set(["pay.url", "hold-results.month", ...filters])
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
