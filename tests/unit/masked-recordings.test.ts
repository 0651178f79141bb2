/** What a recording says of the member: personal texts are masked, secrets redacted. */
import { Arbitrary, Effect, Exit, SchemaAST } from "effect"
import { describe, expect, it } from "vitest"
import type { AnyMachineSnapshot } from "xstate"
import { endpointIds, endpoints } from "../../src/contract/endpoints.ts"
import { maskOf } from "../../src/devtools/mask.ts"
import { readRecordedAnswer, shownAnswer } from "../../src/devtools/recorded-answer.ts"
import { openRecording, readRecording, writeRecording } from "../../src/devtools/recordings.ts"
import { timelineOfRecording } from "../../src/devtools/timeline.ts"
import type { Withdrawal } from "../../src/domain/cash.ts"
import { answeredRequest, recordingOf, recordOf, session, user } from "../support/recorded-actors.ts"
import { machines, recordedOf, streamOf } from "../support/recordings.ts"

/** The login family answers with credentials, which are not recorded. */
const recordedEndpoints = endpointIds.filter((id) => endpoints[id].envelope !== "errorCode")

/** The names of the fields of a schema that hold any text: no fixed words, amounts, prices or ids. */
const textsOf = (ast: SchemaAST.AST, name = ""): readonly string[] => {
  switch (ast._tag) {
    case "String":
      return ast.checks === undefined ? [name] : []
    case "Union":
      return ast.types.flatMap((type) => textsOf(type, name))
    case "Arrays":
      return [...ast.elements, ...ast.rest].flatMap((type) => textsOf(type, name))
    case "Objects":
      return [
        ...ast.propertySignatures.flatMap((one) => textsOf(one.type, String(one.name))),
        ...ast.indexSignatures.flatMap(({ type }) => textsOf(type, name)),
      ]
    default:
      return []
  }
}

/** Texts of the site, the market and the member's records that say nothing of who the member is. */
const PUBLIC_TEXTS =
  "accent answer answers asset bankCode bankName challenge checkpoint command contentHtml currency date domain email field from hash hours icon key known leaf licence linkHosts logo marketKey message name network nextCursor owner pageUrl pages params path placardContent previous previousHash priceUnits promise promises proof question reason receipt reference refusalCode replayedOn right rpId salt secret source summary swipeImage symbol timeZone title to url used userHandle why".split(
    " ",
  )

describe("what says who a member is", () => {
  const secrets = /canary|CANARY99|4111111111111111|data:image|tok-secret/

  it("is masked in events, states and answers, and the machine decides the same", async () => {
    const rows = [{ account: "eve.canary", success: true, registeredAtMs: 4 }]
    const invited = recordOf({
      id: "list:promoteLists{}",
      machine: "list",
      page: "p1",
      events: [{ type: "list.loaded", ids: ["eve.canary"], nextCursor: null, at: 5 }],
    })
    const cards = answeredRequest("bankCards", {}, [
      {
        ...{ id: "c1", bankName: "First", cardNumber: "4111111111111111", username: "Ada Canary" },
        ...{ addedAtMs: 1, usableAtMs: 1 },
      },
    ])
    const asked = answeredRequest("promoteLists", {}, { items: rows, nextCursor: null })
    const ticket = answeredRequest("streamTicket", {}, { ticket: "tok-secret", expiresAtMs: 9 })
    const credentials = { username: "ada.canary", password: "pw-canary" }
    const login = answeredRequest("login", credentials, {
      token: "tok-secret",
      temporaryToken: "tok-secret2",
      user,
    })
    const text = writeRecording(await recordingOf(session, invited, cards, asked, ticket, login))
    expect(text).not.toMatch(secrets)
    const opened = await openRecording(readRecording(text), machines)
    expect(opened.verdict.isIdentical).toBe(true)
    expect(timelineOfRecording(opened, machines).answers.ofEndpoint("bankCards", 99)).toMatchObject([
      [{ bankName: "First", username: "xxx xxxxxx" }],
    ])
  })

  it("is not recorded of the bodies of requests, nor of answers of the login family", () => {
    const mask = maskOf("request")
    const reset = { username: "ada.canary", code: "code-canary", newPassword: "pw-canary" }
    const at = { position: 1, atMs: 5 }
    const done = shownAnswer("passwordReset", reset, { ...at, exit: Exit.succeed({}) })(mask)
    expect(done).toEqual({ endpoint: "passwordReset", request: null })
    const address = { url: "https://open.weixin.qq.com/", state: "state-canary" }
    const asked = shownAnswer("codeUrl", { url: "/" }, { ...at, exit: Exit.succeed(address) })(mask)
    expect(asked).toEqual({ endpoint: "codeUrl", request: { url: "/" } })
  })

  it("is masked in toasts, in what an operator wrote, and in the address of an invitation", async () => {
    const toast = { key: "t1", text: "Paid to Ada Canary", icon: "none", durationMs: 5 }
    const toasts = recordOf({ id: "feedback", events: [{ type: "feedback.showToast", toast }] })
    const withdrawal: Withdrawal = {
      ...{ id: "w1", atMs: 1, currency: "NGN", number: "1.00", fee: "0.00", realNumber: "1.00" },
      ...{ network: null, address: "a", reason: "Canary is not the holder", reviewedAtMs: 2 },
      method: "bank",
      status: 2,
    }
    const rejected = answeredRequest("withdrawal", { id: "w1" }, withdrawal)
    const failure = { reason: "withdrawal.unknown" }
    const refused = recordOf({ id: "request", events: [{ type: "request.refused", failure }] })
    const url = "/pages/login/register?code=CANARY99"
    const opened = { type: "navigation.open", url, mark: null, member: false, key: "k1", at: 1 }
    const actors = await recordingOf(toasts, rejected, refused)
    const streams = await recordedOf({ ...streamOf("navigation", [opened]), scope: "tab" })
    for (const recording of [actors, streams]) {
      const text = writeRecording(recording)
      expect(text).not.toMatch(/canary/i)
      expect((await openRecording(readRecording(text), machines)).verdict.isIdentical).toBe(true)
    }
    expect(writeRecording(actors)).toContain('"reason": "withdrawal.unknown"')
    expect(writeRecording(actors)).toContain('"reason": "xxxxxx xx xxx xxx xxxxxx"')
    expect(writeRecording(streams)).toContain("/pages/login/register?code=xxxxxx00")
  })

  it("is masked in the streams of forms, whose checks decide the same", async () => {
    const submit = {
      type: "form.submit",
      secrets: { cardNumber: { filled: true, problem: null } },
      handles: {},
      at: 5,
    }
    const events = [
      { type: "form.open", visit: "v1", at: 1 },
      { type: "form.change", field: "bankName", value: "First", at: 2 },
      { type: "form.change", field: "userName", value: "Ada Cánary", at: 3 },
      { type: "form.leave", field: "userName", at: 4 },
      submit,
    ]
    const recording = await recordedOf(streamOf("form.bankAdd", events))
    const text = writeRecording(recording)
    expect(text).not.toMatch(/C[aá]nary/i)
    expect(text).toContain('"value": "xxx xxxxxx"')
    const { verdict, streams } = await openRecording(readRecording(text), machines)
    expect(verdict.streams.map(({ isIdentical }) => isIdentical)).toEqual([true])
    const ends = streams.map(({ entry, from, events: read }) =>
      read.reduce<AnyMachineSnapshot>(entry.pure.step, from),
    )
    expect(ends.map(({ value }) => value)).toEqual(["submitting"])
  })

  it("is redacted where an event holds a secret that its schema does not know", async () => {
    const secrets = { symbol: "4111111111111111", token: "tok-secret", password: "pw-canary" }
    const stray = { type: "watchlist.add", ...secrets, at: 1 }
    const recording = await recordedOf(streamOf("watchlist", [stray]))
    expect(writeRecording(recording)).not.toMatch(/4111111111111111|tok-secret|pw-canary/)
  })

  it("is each text of an answer that no list of public ones names", () => {
    const texts = new Set(
      recordedEndpoints.flatMap((id) => textsOf(SchemaAST.toType(endpoints[id].answer.ast))),
    )
    const hidden = (name: string) =>
      JSON.stringify(maskOf("request")({ [name]: "Canary" })) !== `{"${name}":"Canary"}`
    expect([...texts].filter((name) => !hidden(name)).toSorted()).toEqual(PUBLIC_TEXTS)
  })

  it("leaves every answer readable", { timeout: 60_000 }, async () => {
    for (const endpoint of recordedEndpoints) {
      const { answer } = endpoints[endpoint]
      const samples = await Effect.runPromise(
        Arbitrary.sampleEffect(Arbitrary.schema(answer), { count: 8, seed: endpoint }),
      )
      for (const sample of samples) {
        const recorded = { endpoint, request: {}, data: maskOf("request")(sample) }
        expect([endpoint, readRecordedAnswer(recorded)]).toEqual([endpoint, expect.any(Function)])
      }
    }
  })
})
