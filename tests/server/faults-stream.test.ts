import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { WebSocket } from "ws"
import { type Fault, type FaultPlan, ruleOf } from "../../src/contract/faults.ts"
import { fieldOf, openApp, type TestApp } from "../support/app.ts"
import { faultInjection } from "../support/fault-injection.ts"

let app: TestApp
let member: { token: string; id: string }
beforeAll(async () => {
  app = await openApp({ FAULT_LAB: "1", TICK_MS: "100", FRAME_MS: "100" })
  member = await app.join("ada")
})
afterAll(() => app.stop())

describe("a fault in the stream", () => {
  const listen = async (frames: number, rules: FaultPlan["rules"]) => {
    const ticket = await app.call("streamTicket", {}, { token: member.token })
    await faultInjection(app.url).force({ rules }, member.id)
    const socket = new WebSocket(
      `${app.url.replace("http", "ws")}/api/market/stream?ticket=${String(fieldOf(ticket, "ticket"))}`,
      { origin: app.url },
    )
    const received: string[] = []
    const ending = new Promise<"closed" | "received">((resolve) => {
      socket.on("message", (data) => {
        const isOther = /"type":"(member|site)"/.test(String(data))
        if (!isOther && received.length < frames) received.push(String(data))
        if (received.length === frames) resolve("received")
      })
      socket.on("error", () => resolve("closed"))
      socket.on("close", () => resolve("closed"))
    })
    const ended = await app.whileTimePasses(ending)
    socket.terminate()
    await faultInjection(app.url).clear(member.id)
    return { ended, received }
  }
  const numbersOf = (received: readonly string[]): readonly number[] =>
    received.map((text) => Number(/"frame":(\d+)/.exec(text)?.[1]))
  const stepsOf = (received: readonly string[]) => {
    const numbers = numbersOf(received)
    return numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0))
  }

  it("drops, duplicates, reorders and corrupts exactly the named frames", async () => {
    const second = (fault: Fault) => [ruleOf("stream", fault, { from: 2, count: 1 })]
    const dropped = await listen(3, second({ kind: "drop", when: "before", how: "silence" }))
    expect(stepsOf(dropped.received)).toEqual([2, 1])
    const doubled = await listen(3, second({ kind: "duplicate" }))
    expect(stepsOf(doubled.received)).toEqual([1, 0])
    const swapped = await listen(3, second({ kind: "reorder", waitMs: 5_000 }))
    expect(stepsOf(swapped.received)).toEqual([2, -1])
    const broken = await listen(2, second({ kind: "malformed" }))
    expect(() => JSON.parse(broken.received[1] ?? "")).toThrow()
    const bent = await listen(2, second({ kind: "misshapen" }))
    expect(JSON.parse(bent.received[1] ?? "")).toEqual({ type: "frame", quotes: "none" })
  })

  it("closes the connection, open or opening", async () => {
    const cut: Fault = { kind: "drop", when: "before", how: "cut" }
    const middle = await listen(9, [ruleOf("stream", cut, { from: 3 })])
    expect([middle.ended, middle.received.length]).toEqual(["closed", 2])
    const opening = await listen(9, [ruleOf("stream.open", cut)])
    expect([opening.ended, opening.received.length]).toEqual(["closed", 0])
  })

  it("delays frames without changing their order", async () => {
    const { received } = await listen(4, [
      ruleOf("stream", { kind: "delay", when: "before", ms: 350, jitterMs: 0 }, { from: 2, count: 1 }),
    ])
    expect(stepsOf(received)).toEqual([1, 1, 1])
  })
})
