import { describe, expect, it } from "vitest"
import { createActor, fromCallback } from "xstate"
import { requestMachine } from "../../machines/request.ts"
import { CALL_LIMIT, createCallLog } from "../../src/devtools/call-log.ts"

const machine = requestMachine.provide({ actors: { attempt: fromCallback(() => {}) } })

const begin = (callLog: ReturnType<typeof createCallLog>, request: object = {}) => {
  const input = { endpoint: "login", method: "POST", key: null, loading: false } as const
  const actor = createActor(machine, { id: "request:login", input })
  actor.start()
  callLog.inspector.onCall(actor, "systemConfig", request)
  return actor
}

describe("the call log", () => {
  it("records the request, every attempt and the outcome", () => {
    const callLog = createCallLog(() => 5)
    const actor = begin(callLog)
    expect(callLog.list()[0]).toMatchObject({ method: "POST", startedAtMs: 5, outcome: null, tookMs: null })
    callLog.inspector.onBody(actor, 200, '{"code":1,"data":{"name":"Ada"}}')
    actor.send({ type: "request.succeeded" })
    expect(callLog.list()[0]).toMatchObject({
      outcome: "success",
      tookMs: expect.any(Number),
      attempts: [{ status: 200, bytes: 32, envelope: { code: 1, data: { name: "Ada" } } }],
    })
  })

  it("keeps no secret, also of a body that is truncated or not JSON", () => {
    const callLog = createCallLog(() => 5)
    const actor = begin(callLog, { username: "ada", password: "pw-canary", card_number: "4111111111111111" })
    const answers = [
      '{"errorCode":0,"data":{"token":"tok-canary","user":{"name":"Ada"}}}',
      '{"errorCode":0,"data":{"user":{"name":"Ada"},"token":"tok-canary","more":',
      '{"errorCode":0,"data":{"user":{"name":"Ada"},"token":"tok-cana',
      '{"card_number": "4111 1111 1111 1111", "na',
    ]
    for (const answer of answers) callLog.inspector.onBody(actor, 200, answer)
    const kept = JSON.stringify(callLog.list())
    expect(kept).not.toMatch(/canary|tok-cana|4111/)
    expect(kept.match(/Ada/g)).toHaveLength(3)
    callLog.inspector.onBody(actor, 503, "<h1>503</h1>")
    expect(callLog.list()[0]?.attempts.at(-1)?.envelope).toBe("<h1>503</h1>")
  })

  it("is bounded, whether calls ended or not", () => {
    const callLog = createCallLog(() => 5)
    for (let count = 0; count < 3 * CALL_LIMIT; count += 1) {
      const actor = begin(callLog)
      if (count % 2 === 0) actor.send({ type: "request.succeeded" })
    }
    expect(callLog.list()).toHaveLength(CALL_LIMIT)
    expect(callLog.list()[0]?.key).toBe(String(3 * CALL_LIMIT))
  })
})
