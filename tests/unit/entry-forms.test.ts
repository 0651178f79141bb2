/** The forms of a visitor, from what is typed to what is sent and what its answer leads to. */
import { describe, expect, it } from "vitest"
import type { Failure } from "../../src/domain/failure.ts"
import { UNDATED_CONSENT } from "../../src/domain/forms.ts"
import { HOME_PATH } from "../../src/navigation/routes.ts"
import { seen } from "../support/fast-timers.ts"
import { memoryArea } from "../support/in-process-runtime.ts"
import { siteOf, visitorApps } from "../support/visitor-app.ts"

const openVisitorApp = visitorApps()

type VisitorApp = Awaited<ReturnType<typeof openVisitorApp>>
type EntryForm = "login" | "register" | "forgotten" | "resetByCode"

interface Typed {
  readonly values: Readonly<Record<string, string>>
  readonly secrets?: Readonly<Record<string, string>>
}

/** Fills a form in and submits it. */
const submit = ({ boot, system }: VisitorApp, id: EntryForm, { values, secrets = {} }: Typed) => {
  const form = boot[`form.${id}`]
  const names = Object.keys(secrets)
  form.send({ type: "form.open", visit: "v1", at: 0 })
  for (const [field, value] of Object.entries(values)) form.send({ type: "form.change", field, value, at: 0 })
  form.send({
    type: "form.submit",
    secrets: Object.fromEntries(names.map((name) => [name, { filled: true, problem: null }])),
    handles: Object.fromEntries(names.map((name) => [name, system.secrets.keep(secrets[name] ?? "")])),
    at: 0,
  })
}

const stateOf = ({ boot }: VisitorApp, id: EntryForm) => boot[`form.${id}`].getSnapshot().value
const reasonOf = ({ boot }: VisitorApp, id: EntryForm): Failure["reason"] | undefined =>
  boot[`form.${id}`].getSnapshot().context.failure?.reason

const sentTo = ({ server }: VisitorApp, path: string): readonly unknown[] =>
  server.received.filter(({ url }) => url.startsWith(path)).map(({ body }) => JSON.parse(body))

const login = { values: { username: " ada " }, secrets: { password: "right" } }
const register = {
  values: { username: "bob", invitationCode: "23456789", consent: UNDATED_CONSENT },
  secrets: { password: "correct horse battery" },
}
const forgotten = { values: { username: " ada ", contact: " ada@example.org " } }
const reset = {
  values: { username: " ada " },
  secrets: { code: " right ", newPassword: "correct horse battery" },
}
const typed: Readonly<Record<EntryForm, Typed>> = { login, register, forgotten, resetByCode: reset }
const FORMS = ["login", "register", "forgotten", "resetByCode"] as const

describe("a visitor's form", () => {
  it("logs in with the trimmed name, and says at once what the server refuses", async () => {
    const app = await openVisitorApp()
    submit(app, "login", { ...login, secrets: { password: "wrong" } })
    await seen(() => reasonOf(app, "login"), "login.wrong-credentials")
    expect(stateOf(app, "login")).toEqual({ editing: "tried" })
    submit(app, "login", login)
    await seen(app.page, HOME_PATH)
    expect(sentTo(app, "/api/login/account")).toEqual([
      { username: "ada", password: "wrong" },
      { username: "ada", password: "right" },
    ])
    expect(stateOf(app, "login")).toBe("done")
  })

  it("registers with the date of the terms that were agreed to, else of those that hold now", async () => {
    const app = await openVisitorApp()
    const sent = { username: "bob", password: "correct horse battery" }
    submit(app, "register", { ...register, values: { ...register.values, invitationCode: "99999999" } })
    await seen(() => reasonOf(app, "register"), "register.invitation-unknown")
    submit(app, "register", { ...register, values: { ...register.values, consent: "1700000000000" } })
    await seen(app.page, HOME_PATH)
    expect(sentTo(app, "/api/login/register")).toEqual([
      { ...sent, invitation_code: "99999999", terms_at_ms: 0 },
      { ...sent, invitation_code: "23456789", terms_at_ms: 1_700_000_000_000 },
    ])
    expect(stateOf(app, "register")).toBe("done")
  })

  it("asks for a new password", async () => {
    const app = await openVisitorApp()
    submit(app, "forgotten", forgotten)
    await seen(() => stateOf(app, "forgotten"), "done")
    expect(sentTo(app, "/api/login/forgotten")).toEqual([{ username: "ada", contact: "ada@example.org" }])
  })

  it("sets a new password by a code, and says that a code is wrong", async () => {
    const app = await openVisitorApp()
    submit(app, "resetByCode", { ...reset, secrets: { ...reset.secrets, code: "wrong" } })
    await seen(() => reasonOf(app, "resetByCode"), "password.code-wrong")
    submit(app, "resetByCode", reset)
    await seen(() => stateOf(app, "resetByCode"), "done")
    expect(sentTo(app, "/api/login/reset")).toEqual([
      { username: "ada", code: "wrong", new_password: "correct horse battery" },
      { username: "ada", code: "right", new_password: "correct horse battery" },
    ])
  })

  it.each(FORMS)("says that the network is down where the code of %s does not come", async (id) => {
    const lost = () => Promise.reject(new Error("no connection"))
    const app = await openVisitorApp("/", siteOf(), memoryArea(), true, lost)
    submit(app, id, typed[id])
    await seen(() => reasonOf(app, id), "no-answer.network")
    expect(stateOf(app, id)).toEqual({ editing: "tried" })
    expect(app.server.received).toEqual([])
  })

  it("says on the first page that the network is down where the code does not come", async () => {
    const lost = () => Promise.reject(new Error("no connection"))
    const { boot } = await openVisitorApp("/", siteOf(), memoryArea(), false, lost)
    await seen(() => boot.startup.getSnapshot().context.failure?.reason, "no-answer.network")
  })
})
