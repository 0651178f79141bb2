import { describe, expect, it } from "vitest"
import { fillEvent, type TypedFields } from "../../packages/console/src/event-form.ts"
import { eventForms, movesMoney, validatorOf } from "../../src/devtools/developer-send.ts"
import type { EventSchema } from "../../src/events/declaration.ts"
import {
  closeStream,
  depositStream,
  OrderEvent,
  orderStream,
  withdrawalStream,
} from "../../src/events/money.ts"
import { NavigationEvent } from "../../src/events/navigation.ts"
import { operationStream } from "../../src/events/operation.ts"
import { StartupEvent } from "../../src/events/startup.ts"
import { uuid7 } from "../../src/runtime/actors/uuid7.ts"

const AT = 1_700_000_000_000

const formIn = (schema: EventSchema, type: string, isMoney = false) => {
  const form = eventForms(schema, isMoney).find((one) => one.type === type)
  if (!form) throw new Error(`there is no form for ${type}`)
  return form
}

const fill = (schema: EventSchema, type: string, typed: TypedFields) =>
  fillEvent(validatorOf(schema), formIn(schema, type), typed, { nowMs: AT, newKey: uuid7 })

describe("a form made from an event schema", () => {
  it("has a field for each part of the event, nested ones by their path", () => {
    const fields = formIn(OrderEvent, "order.open").fields.map(({ path, kind, whenEmpty }) => [
      path,
      kind,
      whenEmpty,
    ])
    expect(fields).toContainEqual(["visit", "text", undefined])
    expect(fields).toContainEqual(["terms.soldOut", "boolean", undefined])
    expect(fields).toContainEqual(["terms.leverages", "json", undefined])
    expect(fields).toContainEqual(["startsAnother", "boolean", "omitted"])
    expect(fields).toContainEqual(["at", "number", "now"])
  })

  it("offers the literals of a choice, null among them", () => {
    const { fields } = formIn(OrderEvent, "order.open")
    expect(fields.find(({ path }) => path === "direction")).toMatchObject({
      kind: "choice",
      options: ["up", "down", null],
    })
  })

  it("makes an event that its schema accepts, stamped with the time and a new key", () => {
    const filled = fill(NavigationEvent, "navigation.navigateTo", { url: "/pages/wallet/index" })
    expect(filled).toMatchObject({
      ok: true,
      event: { type: "navigation.navigateTo", url: "/pages/wallet/index", at: AT },
    })
    expect(fill(StartupEvent, "startup.setTheme", { theme: "dark" })).toEqual({
      ok: true,
      event: { type: "startup.setTheme", theme: "dark" },
    })
    const nulled = fill(OrderEvent, "order.review", {})
    expect(nulled).toEqual({ ok: true, event: { type: "order.review", quote: null, at: AT } })
  })

  it("says at its field what is wrong", () => {
    expect(fill(OrderEvent, "order.review", { quote: "{", at: "soon" })).toEqual({
      ok: false,
      problems: { quote: { kind: "json" }, at: { kind: "number" } },
    })
    expect(fill(StartupEvent, "startup.setTheme", {})).toEqual({
      ok: false,
      problems: { theme: { kind: "missing" } },
    })
    const refused = fill(OrderEvent, "order.review", { at: "1.5" })
    expect(refused).toMatchObject({ ok: false, problems: { at: { kind: "refused" } } })
    const nested = fill(OrderEvent, "order.review", { quote: '{"price": 5}' })
    expect(nested).toMatchObject({ ok: false, problems: { quote: { kind: "refused" } } })
  })
})

describe("of a money machine", () => {
  const streams = {
    order: orderStream,
    close: closeStream,
    deposit: depositStream,
    withdrawal: withdrawalStream,
  }

  it("nothing that names an operation can be sent: it is neither begun nor decided by hand", async () => {
    for (const [id, stream] of Object.entries({ ...streams, operation: operationStream })) {
      expect([id, movesMoney(id, stream)]).toEqual([id, true])
      const types = eventForms(await stream.event(), true).map(({ type }) => type)
      expect(
        types.filter((type) => /confirm|submit|begin|reconcile|recorded|accepted|refused|voided/.test(type)),
      ).toEqual([])
      expect(types).not.toContain("journal.resumed")
    }
  })

  it("its drafts can be changed", async () => {
    const types = eventForms(await orderStream.event(), true).map(({ type }) => type)
    expect(types).toEqual(expect.arrayContaining(["order.change", "order.review", "order.back"]))
  })
})
