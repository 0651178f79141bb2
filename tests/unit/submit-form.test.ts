/** What each form of a member sends, and what comes of it. */
import { Context, Effect } from "effect"
import { afterEach, describe, expect, it, vi } from "vitest"
import { type ApiError, Refused } from "../../src/contract/errors.ts"
import type { Confirmable } from "../../src/domain/confirmation.ts"
import { type FormSubmission, type SentForm, submitForm } from "../../src/runtime/actors/member-actors.ts"
import { createSecrets } from "../../src/runtime/actors/secrets.ts"
import { StepUp, Unconfirmed } from "../../src/runtime/actors/step-up.ts"
import { Api, Secrets, Storage } from "../../src/runtime/api/services.ts"
import { memoryArea } from "../support/in-process-runtime.ts"
import { memberOf } from "../support/member.ts"

afterEach(() => vi.useRealTimers())

const session = { token: "new token", temporaryToken: "new ticket", user: memberOf("7") }

/** Submits a form to a server that accepts or refuses, and notes what it was asked and what is stored. */
const submitted = async (
  formId: SentForm,
  values: FormSubmission["values"],
  typedSecrets: Readonly<Record<string, string>> = {},
  refusal?: ApiError,
  isTaken = false,
  isCancelled = false,
) => {
  vi.useFakeTimers({ now: 42, toFake: ["Date"] })
  const asked: unknown[] = []
  const confirmed: Confirmable[] = []
  const written: string[] = []
  const secrets = createSecrets(() => crypto.randomUUID())
  const area = memoryArea()
  const handles = Object.fromEntries(
    Object.entries(typedSecrets).map(([name, secret]) => [name, secrets.keep(secret)]),
  )
  const services = Context.make(Api, {
    call: (...call: readonly unknown[]) =>
      Effect.suspend(() => {
        asked.push(call)
        return refusal ? Effect.fail(refusal) : Effect.succeed(JSON.parse(JSON.stringify(session)))
      }),
  }).pipe(
    Context.add(StepUp, {
      confirm: (subject) =>
        Effect.suspend(() => {
          confirmed.push(subject)
          return isCancelled ? Effect.fail(new Unconfirmed()) : Effect.succeed("proved")
        }),
    }),
    Context.add(Secrets, { take: (handle) => Effect.sync(() => secrets.take(handle)) }),
    Context.add(Storage, {
      read: (name) => Effect.sync(() => area.getItem(name) ?? undefined),
      write: (name, value) =>
        Effect.sync(() => {
          written.push(name)
          area.setItem(name, JSON.stringify(value))
        }),
      remove: (name) => Effect.sync(() => area.removeItem(name)),
    }),
  )
  // taken before, as by a double tap
  if (isTaken) for (const handle of Object.values(handles)) secrets.take(handle)
  const fact = await Effect.runPromiseWith(services)(submitForm({ formId, values, handles }))
  return {
    fact,
    asked,
    confirmed,
    written,
    area,
    left: Object.values(handles).map((handle) => secrets.take(handle)),
  }
}

const card = { bankName: " First Bank ", cardNumber: " 4000 0000 0000 1234 ", userName: " Ada L. " }
const account = { bankCode: " 044 ", accountNumber: " 0123 456 789 ", holder: " Ada L. " }
const identity = { realName: " Ada L. ", idNumber: " X1 ", frontId: " front ", backId: " back " }

/** The calls that are confirmed, for exactly what they send. */
const purposes: Readonly<Record<string, Confirmable["purpose"]>> = {
  bankCardAdd: "bank-card",
  cryptoAddressAdd: "crypto-address",
}

describe("a form of a member", () => {
  it("sends nothing where its confirmation is cancelled, and is not refused", async () => {
    const { fact, asked } = await submitted("bankAdd", card, {}, undefined, false, true)
    expect(asked).toEqual([])
    expect(fact).toEqual({ type: "form.unconfirmed", at: 42 })
  })

  it.each<readonly [SentForm, FormSubmission["values"], string, object]>([
    ["endSessions", {}, "loginsEnd", {}],
    ["knowledge", { choice: "2-5.0" }, "knowledgeAnswer", { question: "2-5", choice: 0 }],
    [
      "bankAdd",
      card,
      "bankCardAdd",
      { bankName: "First Bank", cardNumber: "4000000000001234", username: "Ada L." },
    ],
    ["accountAdd", account, "bankCardAdd", { bankCode: "044", cardNumber: "0123456789", username: "Ada L." }],
    [
      "cryptoAdd",
      { network: " TRC20 ", address: " T1 " },
      "cryptoAddressAdd",
      { network: "TRC20", address: "T1" },
    ],
    [
      "exchangeAdd",
      { network: " TRC20 ", address: " T1 ", tag: " 9 " },
      "cryptoAddressAdd",
      { network: "TRC20", address: "T1", exchange: true, tag: "9" },
    ],
    [
      "exchangeAdd",
      { network: "TRC20", address: "T1", tag: " " },
      "cryptoAddressAdd",
      { network: "TRC20", address: "T1", exchange: true },
    ],
    [
      "alertAdd",
      {
        productId: "aapl",
        typed: "+5%",
        level: "210.0000",
        kind: "below",
        repeat: "daily",
        days: "7",
        note: " n ",
      },
      "alertAdd",
      { productId: "aapl", kind: "below", price: "210.0000", daily: true, days: 7, note: "n" },
    ],
    [
      "alertAdd",
      { productId: "aapl", kind: "stop-out", contractId: "c1" },
      "alertAdd",
      {
        productId: "aapl",
        kind: "stop-out",
        contractId: "c1",
        distanceBps: 500,
        daily: false,
        days: 30,
        note: "",
      },
    ],
    [
      "alertAdd",
      { productId: "aapl", kind: "opens" },
      "alertAdd",
      { productId: "aapl", kind: "opens", daily: false, days: 30, note: "" },
    ],
    [
      "realName",
      identity,
      "realNameSubmit",
      { realName: "Ada L.", idNumber: "X1", frontImage: "front", backImage: "back" },
    ],
  ])("%s sends what is typed, trimmed: %o", async (form, values, endpoint, request) => {
    const { fact, asked, confirmed } = await submitted(form, values)
    const purpose = purposes[endpoint]
    expect(asked).toEqual([[endpoint, { ...request, ...(purpose && { confirmation: "proved" }) }]])
    expect(confirmed).toEqual(purpose ? [{ purpose, ...request }] : [])
    expect(fact).toEqual({ type: "form.accepted", at: 42 })
  })

  it.each<readonly [SentForm, object]>([
    ["password", { oldPassword: "", newPassword: "" }],
    ["bankAdd", { bankName: "", cardNumber: "", username: "" }],
    ["accountAdd", { bankCode: "", cardNumber: "", username: "" }],
    ["cryptoAdd", { network: "", address: "" }],
    ["exchangeAdd", { network: "", address: "", exchange: true }],
    ["alertAdd", { productId: "", kind: "above", price: "", daily: false, days: 30, note: "" }],
    ["realName", { realName: "", idNumber: "", frontImage: "", backImage: "" }],
  ])(
    "%s sends empty texts for fields that were never filled in, and the server refuses them",
    async (form, request) => {
      const refusal = new Refused({ reason: "field.invalid", field: "x", message: "not so" })
      const { fact, asked } = await submitted(form, {}, {}, refusal)
      expect(asked).toMatchObject([[{}, request]].map(([, sent]) => [expect.any(String), sent]))
      expect(fact).toEqual({
        type: "form.refused",
        failure: { reason: "field.invalid", field: "x", message: "not so" },
        at: 42,
      })
    },
  )

  it("takes passwords exactly as typed from their handles, once, and stores the new session", async () => {
    const typed = { oldPassword: " old ", newPassword: " new " }
    const { asked, fact, written, area, left } = await submitted("password", { oldPassword: "x" }, typed)
    expect(asked).toEqual([["changePassword", { ...typed, confirmation: "proved" }]])
    expect(fact).toEqual({ type: "form.accepted", at: 42 })
    expect(left).toEqual([undefined, undefined])
    // other tabs read the rest as soon as the token changes
    expect(written).toEqual(["user", "temporary_token", "token"])
    expect(area.getItem("token")).toBe('"new token"')
    expect(area.getItem("temporary_token")).toBe('"new ticket"')
    expect(area.getItem("user")).toContain("user-7")
  })

  it("sends an empty password where a reload has dropped it, and stores nothing of a refusal", async () => {
    const refusal = new Refused({ reason: "password.wrong", message: "wrong" })
    const typed = { oldPassword: "old", newPassword: "new" }
    const { asked, fact, area } = await submitted("password", {}, typed, refusal, true)
    expect(asked).toEqual([["changePassword", { oldPassword: "", newPassword: "", confirmation: "proved" }]])
    expect(fact).toMatchObject({ type: "form.refused", failure: { reason: "password.wrong" } })
    expect(area.getItem("token")).toBe(null)
  })
})
