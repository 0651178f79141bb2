import { RecordingRefused } from "@financial-links/journal"
import { explore } from "@financial-links/paths"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { casesNamed } from "../../scripts/charts/machines.ts"
import { type Recording, writeRecording } from "../../src/devtools/recordings.ts"
import { casesOf } from "../support/exhaustive.ts"
import {
  firstOf,
  forged,
  machineEntryOf,
  machines,
  orderEvents,
  reasonOf,
  recordedOf,
  streamOf,
} from "../support/recordings.ts"

describe("an untrusted recording", () => {
  it("is refused with the reason", async () => {
    const text = writeRecording(await recordedOf(streamOf("order", orderEvents)))
    expect(await reasonOf(text)).toBe("opened")
    expect(await reasonOf(text.slice(0, -40))).toBe("truncated")
    expect(await reasonOf("")).toBe("truncated")
    expect(await reasonOf('{"format":"har"}')).toBe("foreign")
    expect(await reasonOf(text.replace('"version": 1', '"version": 2'))).toBe("newer")
    expect(await reasonOf(text.replace('"10000"', '"90000"'))).toBe("altered")
  })

  it("is refused wherever it is truncated or altered", async () => {
    const text = writeRecording(await recordedOf(streamOf("order", orderEvents)))
    for (let end = 0; end < text.trimEnd().length; end += 100)
      expect(await reasonOf(text.slice(0, end))).toBe("truncated")
    const body = text.indexOf('"body"')
    for (let index = body; index < text.length; index += 100) {
      const other = `${text.slice(0, index)}7${text.slice(index + 1)}`
      if (other !== text) expect(await reasonOf(other)).toMatch(/^(truncated|foreign|altered)$/)
    }
  })

  it("changes no prototype, and writes no control characters to a terminal", async () => {
    const body = (change: string) =>
      forged((recording) => JSON.parse(JSON.stringify(recording).replace(/^\{/, `{${change},`)))
    expect(await reasonOf(await body('"__proto__":{"isMember":true}'))).toBe("opened")
    expect(await reasonOf(await body('"constructor":{"prototype":{"isMember":true}}'))).toBe("opened")
    expect(Reflect.get({}, "isMember")).toBe(undefined)
    expect(new RecordingRefused("foreign", "\u001b[2Jgone\r\n").message).toBe("foreign:  [2Jgone ")
  })

  it("is refused for its content although the checksum matches", async () => {
    const changing = (change: object) => (body: Recording) => ({
      ...body,
      streams: [{ ...firstOf(body), ...change }],
    })
    expect(await reasonOf(await forged(changing({ id: "constructor" })))).toBe("malformed")
    expect(await reasonOf(await forged((body) => ({ ...body, streams: 1 })))).toBe("malformed")
    expect(await reasonOf(await forged((body) => ({ ...body, state: "0".repeat(64) })))).toBe("malformed")
    expect(await reasonOf(await forged(changing({ version: 99 })))).toBe("stream-version")
    expect(await reasonOf(await forged(changing({ base: { status: "active" } })))).toBe("bad-base")
    const { context } = machineEntryOf("order").pure.initial()
    const left = { status: "active", value: "closed", context, children: {}, historyValue: {} }
    expect(await reasonOf(await forged(changing({ base: left })))).toBe("opened")
    const torn = { ...left, value: { editing: "untried" }, context: { ...context, touched: 5 } }
    const events = [{ type: "order.leave", field: "stake", at: 3 }]
    expect(await reasonOf(await forged(changing({ base: torn, events })))).toBe("unreplayable")
    for (const event of [
      { type: "order.steal", at: 1 },
      { type: "order.change", field: "stake", value: 5, at: 1 },
      "x",
      null,
    ])
      expect(await reasonOf(await forged(changing({ events: [event] })))).toBe("unknown-event")
  })

  it("of any JSON is refused, and throws nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        expect(await reasonOf(JSON.stringify(value))).toMatch(/^(foreign|truncated)$/)
      }),
    )
  })

  const journaled = machines.filter(({ stream }) => stream).map(({ id }) => id)
  it.each(casesOf(journaled, (id) => id === "order"))(
    "is opened with every reachable state of %s as its base",
    { tags: ["sweep"], timeout: 60_000 },
    async (id) => {
      const { machine, pure, stream } = machineEntryOf(id)
      const left = explore(machine, await casesNamed(machine.id)).flatMap(({ situations }) => [
        ...situations.values(),
      ])
      const byState = new Map(left.map(({ snapshot }) => [JSON.stringify(snapshot.value), snapshot]))
      const whole = await recordedOf({ ...streamOf(id, []), version: stream?.version ?? 0 })
      for (const snapshot of byState.values()) {
        const streams = [{ ...firstOf(whole), base: pure.persist(snapshot) }]
        expect(await reasonOf(writeRecording({ ...whole, streams }))).toBe("opened")
      }
    },
  )
})
