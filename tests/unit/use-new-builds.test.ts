import { describe, expect, it, vi } from "vitest"
import { BUILD_ACTIVATION_TIMEOUT_MS } from "../../src/domain/limits.ts"
import { offerBuilds } from "../../src/runtime/hooks/use-new-builds.ts"

/** A browser that installs and activates builds, and a member who answers, when the test says so. */
const openBuilds = () => {
  const watching = { onInstalled: () => {}, onReturn: () => {} }
  const [look, reloadDocument, stopped] = [vi.fn(), vi.fn(), vi.fn()]
  const activation = Promise.withResolvers<void>()
  const answers: ((isWanted: boolean) => void)[] = []
  const stop = offerBuilds({
    builds: {
      watch: (onInstalled, onReturn) => {
        Object.assign(watching, { onInstalled, onReturn })
        return stopped
      },
      look,
      activate: () => activation.promise,
    },
    ask: () => new Promise((resolve) => void answers.push(resolve)),
    reloadDocument,
  })
  return { watching, look, reloadDocument, stopped, activation, answers, stop }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe("a newer build", () => {
  it("is offered once, not again once it was declined, and a yet newer one is", async () => {
    const { watching, look, answers, reloadDocument, stop, stopped } = openBuilds()
    watching.onInstalled()
    watching.onInstalled()
    expect(answers).toHaveLength(1)
    answers[0]?.(false)
    await turn()
    watching.onReturn()
    expect([answers.length, look.mock.calls.length]).toEqual([1, 1])
    watching.onInstalled()
    expect(answers).toHaveLength(2)
    expect(reloadDocument).not.toHaveBeenCalled()
    stop()
    expect(stopped).toHaveBeenCalledOnce()
  })

  it.each(["activated", "not activated"])("is loaded once it is %s", async (outcome) => {
    const { watching, answers, activation, reloadDocument } = openBuilds()
    watching.onInstalled()
    answers[0]?.(true)
    await turn()
    expect(reloadDocument).not.toHaveBeenCalled()
    if (outcome === "activated") activation.resolve()
    else activation.reject(new Error("no worker"))
    await turn()
    watching.onInstalled()
    expect([reloadDocument.mock.calls.length, answers.length]).toEqual([1, 1])
  })

  it("is loaded where the browser reports no activation", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    const { watching, answers, reloadDocument } = openBuilds()
    watching.onInstalled()
    answers[0]?.(true)
    await vi.advanceTimersByTimeAsync(BUILD_ACTIVATION_TIMEOUT_MS - 1)
    expect(reloadDocument).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(reloadDocument).toHaveBeenCalledOnce()
    vi.useRealTimers()
  })
})
