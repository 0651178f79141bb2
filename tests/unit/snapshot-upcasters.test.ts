/** Snapshots of earlier releases, as the machines of this one read them. */
import { upcastSnapshot } from "@financial-links/journal"
import { describe, expect, it } from "vitest"
import { orderStream } from "../../src/events/money.ts"
import { urlOf } from "../../src/navigation/routes.ts"
import { formStream, navigationStream } from "../../src/runtime/actors/boot-actors.ts"

describe("a snapshot of an earlier release", () => {
  it("of a form says by a flag that it was submitted", () => {
    const stored = (value: string, submitted: boolean) =>
      upcastSnapshot(formStream, 1, { value, context: { formId: "register", submitted } })
    const context = { formId: "register" }
    expect(stored("editing", true)).toEqual({ value: { editing: "tried" }, context })
    expect(stored("editing", false)).toEqual({ value: { editing: "untried" }, context })
    expect(stored("submitting", true)).toEqual({ value: "submitting", context })
  })

  it("of an order says by a flag that it was reviewed", () => {
    const stored = (value: unknown, reviewed: boolean) =>
      upcastSnapshot(orderStream, 3, { value, context: { draft: {}, reviewed, failure: null } })
    const rest = { context: { draft: {}, outcome: null }, children: {} }
    expect(stored({ editing: "drafting" }, true)).toEqual({ value: { editing: "tried" }, ...rest })
    expect(stored({ editing: "drafting" }, false)).toEqual({ value: { editing: "untried" }, ...rest })
    expect(stored({ editing: "refused" }, true)).toEqual({ value: { editing: "refused" }, ...rest })
    expect(stored("confirming", true)).toEqual({ value: "confirming", ...rest })
  })

  it("of the navigation says in three fields which page is being opened", () => {
    const url = urlOf("wallet")
    const pages = { stack: [{ id: "e.0" }, { id: "e.1" }], tabs: [] }
    const stored = (value: string, fields: object) =>
      upcastSnapshot(navigationStream, 1, { value: { open: value }, context: { pages, ...fields } })
    const call = { id: "e.1", key: "k", method: "redirectTo" }
    expect(stored("settled", { pending: null, lock: null, asked: null })).toEqual({
      value: { open: "settled" },
      context: { pages, call: null },
    })
    expect(stored("loading", { pending: call, lock: url, asked: "e.1" })).toEqual({
      value: { open: { opening: "loading" } },
      context: { pages, call: { ...call, url } },
    })
    expect(stored("loading", { pending: null, lock: null, asked: "e.1" })).toEqual({
      value: { open: "loading" },
      context: { pages, call: null },
    })
    expect(stored("settled", { pending: null, lock: url, asked: null })).toMatchObject({
      value: { open: { opening: "painting" } },
      context: { call: { id: "e.1", url } },
    })
    for (const damaged of [null, { stack: "no list" }])
      expect(stored("settled", { pages: damaged, pending: null, lock: url })).toMatchObject({
        context: { pages: damaged, call: { id: undefined, url } },
      })
  })
})
