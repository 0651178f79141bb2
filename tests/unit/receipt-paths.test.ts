import { describe, expect, it, vi } from "vitest"
import { receiptMachine, receiptPhase } from "../../machines/receipt.ts"
import type { CheckedSettlement } from "../../src/runtime/check-settlement.ts"
import { createReceiptCheck } from "../../src/runtime/hooks/use-settlement-check.ts"
import { type Inspector, noopInspector } from "../../src/runtime/inspector.ts"
import { createPageActors } from "../../src/runtime/page-actors.ts"
import { cases } from "../model/events/receipt.ts"
import { type OpenDriver, runInProcess } from "../model/harness/run-in-process.ts"

const at = 1

const foundAs = (kind: "pending" | "refused"): CheckedSettlement => ({
  verdict: kind === "pending" ? { kind } : { kind, reason: "exit", published: "1.00", recomputed: "2.00" },
  openedTiles: 3,
  isCompared: true,
})

/** A receipt whose checks end when the test says so. */
const openReceipt = (onActor: Inspector["onActor"]) => {
  let check = Promise.withResolvers<CheckedSettlement>()
  const read = vi.fn(() => {
    check = Promise.withResolvers()
    return check.promise
  })
  const pageActors = createPageActors({ ...noopInspector, onActor })
  const receipt = createReceiptCheck({ pageActors, now: () => at }, "o1", read)
  receipt.actor.start("p1")
  return {
    ...receipt,
    read,
    pageActors,
    resolve: (checked: CheckedSettlement) => check.resolve(checked),
    reject: () => check.reject(new Error("no network")),
  }
}

const open: OpenDriver = (onActor) => {
  const { actor, resolve, reject } = openReceipt(onActor)
  return {
    trigger: ({ type }) => {
      if (type === "receipt.check" || type === "receipt.proved") actor.send({ type, at })
      else if (type === "receipt.failed") reject()
      else resolve(foundAs(type === "receipt.unproved" ? "pending" : "refused"))
    },
  }
}

runInProcess(receiptMachine, cases, open)

describe("the check of a settlement", () => {
  it("runs once at a time, keeps what it found, and is not waited for after its page was closed", async () => {
    const { actor, read, found, resolve, pageActors } = openReceipt(() => {})
    actor.send({ type: "receipt.check", at })
    actor.send({ type: "receipt.check", at })
    expect(read).toHaveBeenCalledOnce()
    resolve(foundAs("refused"))
    await expect.poll(() => receiptPhase(actor.getSnapshot())).toBe("done")
    expect(found()).toEqual(foundAs("refused"))
    actor.send({ type: "receipt.proved", at })
    expect(read).toHaveBeenCalledOnce()
    actor.send({ type: "receipt.check", at })
    pageActors.stopPage("p1")
    resolve(foundAs("pending"))
    await new Promise((done) => setImmediate(done))
    expect(receiptPhase(actor.getSnapshot())).toBe("busy")
  })

  it("is made again after it failed, and after it found no proof", async () => {
    const { actor, read, resolve, reject } = openReceipt(() => {})
    const phase = () => receiptPhase(actor.getSnapshot())
    actor.send({ type: "receipt.check", at })
    reject()
    await expect.poll(phase).toBe("failed")
    actor.send({ type: "receipt.check", at })
    resolve(foundAs("pending"))
    await expect.poll(phase).toBe("awaiting")
    actor.send({ type: "receipt.check", at })
    expect(read).toHaveBeenCalledTimes(3)
    resolve(foundAs("pending"))
    await expect.poll(phase).toBe("awaiting")
    actor.send({ type: "receipt.proved", at })
    expect(read).toHaveBeenCalledTimes(4)
    resolve(foundAs("refused"))
    await expect.poll(phase).toBe("done")
  })
})
