import { describe, expect, it } from "vitest"
import { isCommonPassword } from "../../server/members/password.ts"

describe("a password that guessing programs try first", () => {
  it.each([
    ["of the list", ["password", "12345678", "qwertyuiop"]],
    [
      "a decorated word",
      ["Passw0rd!", "iloveyou1", "P@ssword2024", "naira2024!", "12dr4gon34", "$$dragon$$"],
    ],
    ["a word with signs between its letters", ["d-r-a-g-o-n", "dra.gon.1999"]],
    [
      "a run of a keyboard or an alphabet, in either direction",
      ["34567890", "lkjhgfds", "defghijk", "mnbvcxz"],
    ],
    ["two runs or repetitions", ["asdf7890", "9999lkjh"]],
    ["a repetition", ["aaaaaaaa", "abcabcabc", "ab1!ab1!"]],
  ])("is %s", (_, passwords) => {
    for (const password of passwords)
      expect([password, isCommonPassword(password, "ada")]).toEqual([password, true])
  })

  it("is the name of the member, with little more", () => {
    expect(isCommonPassword("ada.lovelace1", "ada.lovelace")).toBe(true)
    expect(isCommonPassword("ADA.LOVELACE-12", "Ada.Lovelace")).toBe(true)
    expect(isCommonPassword("ada.lovelace-1234", "ada.lovelace")).toBe(false)
    expect(isCommonPassword("violet-ad-59", "ad")).toBe(false)
  })

  it.each(["violet-harbour-59", "correct horse battery", "Xk29_vqLw8", "ünïcödé-wörter", "七色の虹を渡る"])(
    "is not %s",
    (password) => expect(isCommonPassword(password, "ada")).toBe(false),
  )
})
