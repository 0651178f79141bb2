import { describe, expect, it, vi } from "vitest"
import { createActor } from "xstate"
import { buildMachine, isOffered } from "../../machines/build.ts"
import { BUILD_ACTIVATION_TIMEOUT_MS } from "../../src/domain/limits.ts"
import type { BuildEvent } from "../../src/events/build.ts"
import { buildWith } from "../../src/runtime/build-updates.ts"
import type { Inspector } from "../../src/runtime/inspector.ts"
import { cases } from "../model/events/build.ts"
import { type OpenDriver, runInProcess } from "../model/harness/run-in-process.ts"
import { scenariosOf } from "../support/scenarios.ts"

/** A browser that installs and activates builds when the test says so. */
const openBuilds = (onActor: Inspector["onActor"] = () => {}) => {
  const watching = { onInstalled: () => {}, onReturn: () => {} }
  const stopped = vi.fn()
  const look = vi.fn()
  const reloadDocument = vi.fn()
  let activation = Promise.withResolvers<void>()
  const activate = vi.fn(() => {
    activation = Promise.withResolvers<void>()
    return activation.promise
  })
  const machine = buildWith({
    builds: {
      watch: (onInstalled, onReturn) => {
        Object.assign(watching, { onInstalled, onReturn })
        return stopped
      },
      look,
      activate,
    },
    now: () => 1,
    reloadDocument,
  })
  const actor = createActor(machine, { id: "build" })
  onActor({ actor, machine, input: undefined })
  actor.start()
  return {
    ...{ actor, look, activate, reloadDocument, stopped },
    install: () => watching.onInstalled(),
    goBack: () => watching.onReturn(),
    finish: () => activation.resolve(),
    fail: () => activation.reject(new Error("no worker")),
  }
}

const open: OpenDriver = (onActor) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const { actor, install, goBack, finish } = openBuilds(onActor)
  return {
    trigger: async ({ type }) => {
      if (type.includes("activationTimeout"))
        return void (await vi.advanceTimersByTimeAsync(BUILD_ACTIVATION_TIMEOUT_MS))
      switch (type) {
        case "build.look":
          return goBack()
        case "build.installed":
          return install()
        case "build.activated":
          return finish()
        default:
          actor.send({ type: type === "build.accept" ? type : "build.decline", at: 1 })
      }
    },
    close: () => vi.useRealTimers(),
  }
}

runInProcess(buildMachine, cases, open)

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe("a newer build", () => {
  const say = (type: BuildEvent["type"]): BuildEvent => ({ type, at: 1 })
  const [installed, accept, decline] = [say("build.installed"), say("build.accept"), say("build.decline")]
  const { begins, scenario } = scenariosOf(buildMachine, {
    shows: (snapshot) => ({ isOffered: isOffered(snapshot) }),
  })

  begins("current", { context: {}, shows: { isOffered: false }, does: ["start watch"] })

  scenario("is offered, and offered again only if there is a yet newer one", [
    [say("build.look"), "current", { does: ["run look"] }],
    [installed, "offered", { shows: { isOffered: true } }],
    [decline, "declined", { shows: { isOffered: false } }],
    [accept, "declined"],
    [installed, "offered", { shows: { isOffered: true } }],
    [installed, "offered"],
  ])

  scenario(
    "is loaded once it is active",
    [
      [accept, "activating", { shows: { isOffered: false }, does: ["start activate"] }],
      [say("build.activated"), "reloading", { does: ["run reloadDocument", "stop activate"] }],
      [BUILD_ACTIVATION_TIMEOUT_MS, "reloading"],
    ],
    [installed],
  )

  scenario(
    "is loaded where the browser reports no activation",
    [
      [BUILD_ACTIVATION_TIMEOUT_MS - 1, "activating"],
      [1, "reloading", { does: ["run reloadDocument", "stop activate"] }],
    ],
    [installed, accept],
  )

  it("is activated only when the member agrees, and the document is loaded once", async () => {
    const { actor, install, activate, finish, reloadDocument } = openBuilds()
    install()
    await turn()
    expect([actor.getSnapshot().value, activate.mock.calls.length]).toEqual(["offered", 0])
    actor.send({ type: "build.accept", at: 1 })
    await turn()
    expect([activate.mock.calls.length, reloadDocument.mock.calls.length]).toEqual([1, 0])
    finish()
    await turn()
    expect(reloadDocument).toHaveBeenCalledOnce()
  })

  it("is no longer watched for after the end of the session", () => {
    const { actor, stopped } = openBuilds()
    actor.stop()
    expect(stopped).toHaveBeenCalledOnce()
  })

  it("is not offered again once it was declined, and a yet newer one is", async () => {
    const { actor, install, look, goBack, reloadDocument } = openBuilds()
    install()
    actor.send({ type: "build.decline", at: 1 })
    goBack()
    expect([actor.getSnapshot().value, look.mock.calls.length]).toEqual(["declined", 1])
    install()
    expect(actor.getSnapshot().value).toBe("offered")
    expect(reloadDocument).not.toHaveBeenCalled()
  })

  it("is loaded with the document where its activation fails", async () => {
    const { actor, install, fail, reloadDocument } = openBuilds()
    install()
    actor.send({ type: "build.accept", at: 1 })
    fail()
    await turn()
    expect(reloadDocument).toHaveBeenCalledOnce()
  })
})
