/** Newer builds, as a browser's service workers report them. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { installedBuilds } from "../../src/runtime/api/installed-builds.ts"

class Worker extends EventTarget {
  readonly messages: unknown[] = []
  state = "installing"
  become(state: string) {
    this.state = state
    this.dispatchEvent(new Event("statechange"))
  }
  postMessage(message: unknown) {
    this.messages.push(message)
  }
}

class Registration extends EventTarget {
  installing: Worker | null = null
  waiting: Worker | null = null
  updates = 0
  update() {
    this.updates += 1
    return Promise.reject(new TypeError("no connection"))
  }
  /** The browser has found a newer build. */
  find() {
    const worker = new Worker()
    this.installing = worker
    this.dispatchEvent(new Event("updatefound"))
    return worker
  }
}

class Container extends EventTarget {
  controller: Worker | null = new Worker()
  readonly registration = new Registration()
  readonly ready = Promise.resolve(this.registration)
  readonly getRegistration = async (scope: string) => (scope === "/" ? this.registration : undefined)
}

class Page extends EventTarget {
  visibilityState = "visible"
}

let container: Container
let page: Page

beforeEach(() => {
  container = new Container()
  page = new Page()
  vi.stubGlobal("navigator", { serviceWorker: container })
  vi.stubGlobal("document", page)
})
afterEach(() => vi.unstubAllGlobals())

/** Watches, and counts what is reported. */
const watched = async () => {
  const seen = { installed: 0, returned: 0 }
  const stop = installedBuilds.watch(
    () => {
      seen.installed += 1
    },
    () => {
      seen.returned += 1
    },
  )
  await container.ready
  return { seen, stop }
}

describe("a newer build", () => {
  it("is reported once, when it is installed, until the watch ends", async () => {
    const { seen, stop } = await watched()
    const next = container.registration.find()
    expect(seen.installed).toBe(0)
    for (const state of ["installed", "activating", "activated", "redundant"]) next.become(state)
    expect(seen.installed).toBe(1)
    container.registration.find().become("installed")
    expect(seen.installed).toBe(2)
    const late = container.registration.find()
    stop()
    late.become("installed")
    container.registration.find().become("installed")
    expect(seen.installed).toBe(2)
  })

  it.each([
    [
      "waits",
      () => {
        container.registration.waiting = new Worker()
      },
      1,
    ],
    [
      "is being installed",
      () => {
        container.registration.find()
      },
      0,
    ],
  ])("that %s already is reported as well", async (_, prepare, atOnce) => {
    prepare()
    const { seen } = await watched()
    expect(seen.installed).toBe(atOnce)
    container.registration.installing?.become("installed")
    expect(seen.installed).toBe(1)
  })

  it("is not the first one, which takes over an open page without a reload", async () => {
    container.controller = null
    const { seen } = await watched()
    const first = container.registration.find()
    first.become("installed")
    first.become("activating")
    container.controller = first
    first.become("activated")
    expect(seen.installed).toBe(0)
  })

  it("is not reported to a watch that has ended before the worker was there", async () => {
    container.registration.waiting = new Worker()
    const seen: string[] = []
    installedBuilds.watch(
      () => seen.push("installed"),
      () => {},
    )()
    await container.ready
    expect(seen).toEqual([])
  })

  it("is looked for where the member returns, and without a network nothing comes of it", async () => {
    const { seen, stop } = await watched()
    const turn = (state: string) => {
      page.visibilityState = state
      page.dispatchEvent(new Event("visibilitychange"))
    }
    turn("hidden")
    turn("visible")
    stop()
    turn("visible")
    expect(seen.returned).toBe(1)
    installedBuilds.look()
    await vi.waitFor(() => expect(container.registration.updates).toBe(1))
  })
})

describe("activating a build", () => {
  it("asks the one that waits to take over, and ends when it has", async () => {
    const waiting = new Worker()
    container.registration.waiting = waiting
    const ended: string[] = []
    const activated = installedBuilds.activate().then(() => ended.push("activated"))
    await vi.waitFor(() => expect(waiting.messages).toEqual(["take-over"]))
    await container.ready
    expect(ended).toEqual([])
    container.dispatchEvent(new Event("controllerchange"))
    await activated
    expect(ended).toEqual(["activated"])
  })

  it.each<readonly [string, () => void]>([
    ["none waits", () => {}],
    ["there are no service workers", () => vi.stubGlobal("navigator", {})],
  ])("ends at once where %s", async (_, prepare) => {
    prepare()
    const { stop } = await watched()
    installedBuilds.look()
    expect(await installedBuilds.activate()).toBeUndefined()
    stop()
  })
})
