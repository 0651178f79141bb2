import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { fieldOf, goodPassword, openApp, reasonOf, type TestApp } from "../support/app.ts"

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.stop())

const register = (username: string, password = goodPassword, invitation_code = app.demo.invitationCode) =>
  app.call("register", { username, password, invitation_code })

describe("the login of the demo", () => {
  it("opens by its name alone, and refuses what would lock others out", async () => {
    const answer = await app.call("login", { username: "Demo", password: "" })
    const token = String(fieldOf(answer, "token"))
    expect(answer.body).toMatchObject({ errorCode: 0, data: { user: { username: "demo" } } })
    const { password } = app.demo
    const change = { old_password: password, new_password: goodPassword }
    expect(reasonOf(await app.call("changePassword", change, { token }))).toBe("demo.shared")
    expect(reasonOf(await app.call("wechatLink", { code: "x" }, { token }))).toBe("demo.shared")
    expect(reasonOf(await app.call("login", { username: "demo", password }))).toBeNull()
  })

  it("is that of one member alone", async () => {
    await register("demo2")
    for (const username of ["demo2", "demo3"])
      expect(reasonOf(await app.call("login", { username, password: "" }))).toBe("login.wrong-credentials")
  })
})

describe("registering", () => {
  it("opens a session for a member with an invitation code and empty accounts", async () => {
    const answer = await register("Ada_1")
    expect(answer.body).toMatchObject({
      errorCode: 0,
      data: { user: { username: "Ada_1", balance: "0.00", available: "0.00", vin: 0, verification: "none" } },
    })
    expect(String(fieldOf(answer, "token"))).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })

  it("treats names that differ in capitals or Unicode form as one", async () => {
    await register("Grace")
    for (const name of ["grace", "GRACE", " Grace ", "Ｇrace"]) {
      expect(reasonOf(await register(name))).toBe("register.username-taken")
    }
  })

  it("accepts any member's code in any case, and refuses an unknown one", async () => {
    const answer = await register("katherine")
    const user = fieldOf(answer, "user")
    const code: unknown =
      typeof user === "object" && user !== null ? Reflect.get(user, "invitation_code") : ""
    expect(reasonOf(await register("dorothy", goodPassword, String(code).toLowerCase()))).toBeNull()
    expect(reasonOf(await register("nobody", goodPassword, "AAAAAAAA"))).toBe("register.invitation-unknown")
  })

  it.each([
    ["x", goodPassword, "field.too-short", "username"],
    ["has space", goodPassword, "field.characters", "username"],
    ["mary", "short", "field.too-short", "password"],
    ["mary", "x".repeat(65), "field.too-long", "password"],
    ["mary", "Password123!", "password.too-common", "password"],
    ["mary1968", "mary1968", "password.too-common", "password"],
    ["mary", "Samantha", "password.too-common", "password"],
    ["mary", "18111999", "password.too-common", "password"],
  ])("names the field that is wrong: %s, %s", async (username, password, reason, field) => {
    const answer = await register(username, password)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ errorCode: 1, data: { reason, field } })
  })

  it("takes the consent to the terms in force, and to no others", async () => {
    const { said } = await app.call("systemConfig", {})
    const data = said.kind === "success" ? said.data : null
    const login: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "login") : null
    const terms = Number(typeof login === "object" && login !== null ? Reflect.get(login, "terms_at_ms") : 0)
    expect(terms).toBeGreaterThan(0)
    const consent = (username: string, terms_at_ms: number) =>
      app.call("register", {
        username,
        password: goodPassword,
        invitation_code: app.demo.invitationCode,
        terms_at_ms,
      })
    expect(reasonOf(await consent("rosalind", terms - 1))).toBe("register.terms-changed")
    expect(reasonOf(await consent("rosalind", terms))).toBeNull()
  })

  it("refuses names under which a member could pose as the operator", async () => {
    const names = [
      "Admin",
      "support",
      "financial-links",
      "Sup.port_24",
      "ＡＤＭＩＮ",
      "Supp0rt",
      "ѕuрроrt",
      "оffiсial",
    ]
    for (const username of names) {
      const request = { username, password: goodPassword, invitation_code: app.demo.invitationCode }
      const answer = await app.call("register", request)
      expect([username, reasonOf(answer)]).toEqual([username, "register.username-reserved"])
    }
  })

  it("refuses names that look like another member's, in any script", async () => {
    await register("Marie.Curie10")
    for (const name of ["Мarie.Curie10", "Marie.Curie1O", "rnarie.curie10", "Mаrіе.Сurіе10"])
      expect([name, reasonOf(await register(name))]).toEqual([name, "register.username-confusable"])
    expect(reasonOf(await register("Мария.Кюри"))).toBeNull()
    expect(reasonOf(await register("Marie.Curie11"))).toBeNull()
  })

  it("gives a username to one of many concurrent registrations", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => register("popular")))
    expect(answers.filter((answer) => reasonOf(answer) === null)).toHaveLength(1)
    expect(answers.filter((answer) => reasonOf(answer) === "register.username-taken")).toHaveLength(7)
  })
})

describe("a registration bonus", () => {
  it("is an account change with code, reason and reference", async () => {
    const generous = await openApp({ REGISTRATION_BONUS: "500" })
    const { token, id } = await generous.join("ada")
    const { said } = await generous.call("income", {}, { token })
    expect(said).toMatchObject({
      kind: "success",
      data: { items: [{ code: 200, amount: "500.00", balance_after: "500.00", reference: id }] },
    })
    expect(JSON.stringify(said)).not.toContain('"remark":""')
    await generous.stop()
  })
})

describe("logging in", () => {
  it("answers 1007 for a wrong name and for a wrong password", async () => {
    await app.join("hedy")
    const wrongPassword = await app.call("login", { username: "hedy", password: "something else" })
    const wrongName = await app.call("login", { username: "nobody-here", password: goodPassword })
    expect(wrongPassword.body).toEqual(wrongName.body)
    expect(wrongName.body).toMatchObject({ errorCode: 1007, data: { reason: "login.wrong-credentials" } })
  })

  it("slows down an address that keeps guessing, and lets the member log in afterwards", async () => {
    await app.join("target")
    const reasons: Array<string | null> = []
    for (let i = 0; i < 7; i++)
      reasons.push(reasonOf(await app.call("login", { username: "target", password: `guess ${i}` })))
    expect(reasons.slice(0, 5)).toEqual(Array(5).fill("login.wrong-credentials"))
    expect(reasons).toContain("request.too-many")
    await app.advance(5_000)
    expect(reasonOf(await app.call("login", { username: "target", password: goodPassword }))).toBeNull()
  })
})

describe("sessions", () => {
  it("end with a log-out", async () => {
    const { token } = await app.join("leaver")
    expect((await app.call("userInfo", {}, { token })).status).toBe(200)
    expect((await app.call("logout", {}, { token })).body).toMatchObject({ errorCode: 0 })
    const after = await app.call("userInfo", {}, { token })
    expect(after.status).toBe(401)
    expect(after.body).toMatchObject({ code: -1, data: { reason: "session.invalid" } })
  })

  it("have a new token from each log-in, whatever token is sent along", async () => {
    const { token } = await app.join("returner")
    const again = await app.call("login", { username: "returner", password: goodPassword }, { token })
    const fresh = String(fieldOf(again, "token"))
    expect(fresh).not.toBe(token)
    const chosen = "c".repeat(43)
    const fixed = await app.call("login", { username: "returner", password: goodPassword }, { token: chosen })
    expect(fieldOf(fixed, "token")).not.toBe(chosen)
    expect((await app.call("userInfo", {}, { token: chosen })).status).toBe(401)
    expect((await app.call("userInfo", {}, { token: fresh })).status).toBe(200)
  })

  it("end everywhere else when the password changes, and only the new password works", async () => {
    const first = await app.join("changer")
    const second = await app.call("login", { username: "changer", password: goodPassword })
    const other = String(fieldOf(second, "token"))
    const wrong = { old_password: "not this one", new_password: "amber-lantern-77" }
    expect(reasonOf(await app.call("changePassword", wrong, { token: first.token }))).toBe("password.wrong")
    const same = { old_password: goodPassword, new_password: goodPassword }
    expect(reasonOf(await app.call("changePassword", same, { token: first.token }))).toBe(
      "password.same-as-old",
    )
    const change = { old_password: goodPassword, new_password: "amber-lantern-77" }
    const changed = await app.call("changePassword", change, { token: first.token })
    const fresh = String(fieldOf(changed, "token"))
    expect((await app.call("userInfo", {}, { token: first.token })).status).toBe(401)
    expect((await app.call("userInfo", {}, { token: other })).status).toBe(401)
    expect((await app.call("userInfo", {}, { token: fresh })).status).toBe(200)
    expect(reasonOf(await app.call("login", { username: "changer", password: goodPassword }))).toBe(
      "login.wrong-credentials",
    )
  })
})
