import { afterEach, describe, expect, it } from "vitest"
import { selectAlive } from "../../machines/navigation.ts"
import { STACK_LIMIT } from "../../src/domain/limits.ts"
import { markOf } from "../../src/navigation/history.ts"
import { HOME_PATH, urlOf } from "../../src/navigation/routes.ts"
import { createNavigation } from "../../src/runtime/hooks/use-navigation.ts"
import { countedListeners } from "../support/counted-listeners.ts"
import { NavigationHost, type NavigationHostOptions } from "../support/navigation-host.ts"

const WALLET = urlOf("wallet")
const WITHDRAW = urlOf("withdraw")
const BANK = urlOf("bank-list")

const at = 0

let last: NavigationHost | undefined
const begin = async (options: Partial<NavigationHostOptions> = {}): Promise<NavigationHost> => {
  last = new NavigationHost({ routes: null, ...options }).start()
  await last.settle()
  return last
}
afterEach(() => last?.stop())

describe("calls that overtake each other", () => {
  it("tell the earlier one, and open the later one on the page below", async () => {
    const app = await begin()
    const answers = await Promise.all([app.call("navigateTo", WALLET), app.call("navigateTo", BANK)])
    await app.settle()
    expect(answers.map(({ errMsg }) => errMsg)).toEqual(["navigateTo:fail", "navigateTo:ok"])
    expect(app.stack()).toEqual(["home", "bank-list"])
    expect(app.history.length).toBe(2)
  })

  it("open nothing on a page that was never painted, and leave the visible tab below", async () => {
    const never = new Promise<void>(() => {})
    const load = (name: string) => (name === "market" || name === "register" ? never : Promise.resolve())
    const app = await begin({ load })
    const tab = app.call("switchTab", urlOf("market"))
    await app.call("navigateTo", WALLET)
    expect(await tab).toMatchObject({ errMsg: "switchTab:fail", reason: "superseded" })
    await app.settle()
    expect(app.top()?.path).toBe(WALLET)
    await app.back()
    await app.settle()
    expect(app.stack()).toEqual(["home"])
    expect(app.history.url()).toBe(HOME_PATH)
    app.stop()

    const visitor = await begin({ member: false, open: "/", load })
    const launch = visitor.call("reLaunch", urlOf("register"))
    await visitor.call("navigateTo", urlOf("agreement"))
    expect(await launch).toMatchObject({ errMsg: "reLaunch:fail", reason: "superseded" })
    await visitor.settle()
    expect(visitor.stack()).toEqual(["agreement"])
    await visitor.back()
    await visitor.settle()
    expect(visitor.stack()).toEqual(["login"])
  })

  it("never grow the stack over its limit", async () => {
    const app = await begin()
    for (let count = 0; count < STACK_LIMIT + 5; count += 1) {
      await app.call("navigateTo", count % 2 === 0 ? WALLET : BANK)
      await app.settle()
    }
    expect(app.stack()).toHaveLength(STACK_LIMIT)
  })
})

describe("the pages that are open", () => {
  it("stay in the order in which they were opened, whichever tab is shown", async () => {
    const app = await begin()
    const names = () => selectAlive(app.actor.getSnapshot()).map(({ name }) => name)
    for (const tab of ["market", "hold", "market"] as const) await app.call("switchTab", urlOf(tab))
    await app.call("navigateTo", WALLET)
    expect(app.stack()).toEqual(["market", "wallet"])
    expect(names()).toEqual(["home", "market", "hold", "wallet"])
  })

  it("are distinguished where one is open twice, also by the browser", async () => {
    const app = await begin()
    for (const url of [WALLET, BANK, WALLET]) await app.call("navigateTo", url)
    await app.call("navigateTo", WALLET)
    app.history.go(-1)
    await app.settle()
    expect(app.stack()).toEqual(["home", "wallet", "bank-list", "wallet"])
  })

  it("do not change for a tap on a tab without an address, which fails", async () => {
    const app = await begin()
    const answers: unknown[] = []
    app.actor.on("navigation.answered", (answer) => answers.push(answer))
    app.send({ type: "navigation.tapTab", url: null, key: "tap", at })
    expect(answers).toMatchObject([{ key: "tap", ok: false }])
    expect(app.stack()).toEqual(["home"])
  })
})

describe("an overlay", () => {
  it("is closed by the browser's back, on the first page of all too, and a reload leaves nothing of it", async () => {
    const app = await begin()
    const depth = (): unknown => markOf(app.history.state())?.depth
    const overlay = "a"
    app.send({ type: "navigation.openOverlay", overlay, at: 0 })
    await app.settle()
    expect([app.history.length, depth()]).toEqual([2, 2])
    app.history.go(-1)
    await app.settle()
    expect(app.log.at(-1)).toEqual({ type: "navigation.overlayDismissed", overlay })
    expect([app.stack(), depth()]).toEqual([["home"], 1])
    app.history.go(1)
    await app.settle()
    expect([app.stack(), depth()]).toEqual([["home"], 1])

    app.send({ type: "navigation.openOverlay", overlay, at: 0 })
    await app.settle()
    app.send({ type: "navigation.closeOverlay", overlay, at: 0 })
    await app.settle()
    expect([app.stack(), depth()]).toEqual([["home"], 1])

    app.send({ type: "navigation.openOverlay", overlay, at: 0 })
    await app.settle()
    app.stop()
    const options = { routes: null, member: true, history: app.history, past: app.received }
    const again = new NavigationHost(options).start()
    await again.settle()
    expect([again.stack(), depth(), again.history.url()]).toEqual([["home"], 1, app.history.url()])
    await again.call("navigateTo", WALLET)
    await again.settle()
    expect([again.history.length, depth()]).toEqual([2, 2])
  })
})

describe("the calls of the app", () => {
  /** They count what listens to the machine. */
  const openCalls = async (options: Partial<NavigationHostOptions> = {}) => {
    const app = await begin(options)
    const port = app.port()
    const { onEmit, listeners } = countedListeners(port.onEmit)
    const navigation = createNavigation({ ...port, boot: { navigation: { send: port.send, onEmit } } })
    return { app, navigation, listeners }
  }

  it("do what the specification says of each, and say so", async () => {
    const { app, navigation } = await openCalls()
    const resultOf = async (answer: Promise<{ readonly errMsg: string }>) => {
      const { errMsg } = await answer
      await app.settle()
      return [errMsg, ...app.stack()]
    }
    expect(await resultOf(navigation.navigateTo(WALLET))).toEqual(["navigateTo:ok", "home", "wallet"])
    expect(await resultOf(navigation.redirectTo(BANK))).toEqual(["redirectTo:ok", "home", "bank-list"])
    await resultOf(navigation.navigateTo(WALLET))
    expect(await resultOf(navigation.navigateTo(WITHDRAW))).toHaveLength(5)
    expect(await resultOf(navigation.navigateBack(2))).toEqual(["navigateBack:ok", "home", "bank-list"])
    expect(await resultOf(navigation.navigateBack())).toEqual(["navigateBack:ok", "home"])
    await resultOf(navigation.navigateTo(WALLET))
    expect(await resultOf(navigation.switchTab(urlOf("market")))).toEqual(["switchTab:ok", "market"])
    expect(app.log.at(-1)?.type).not.toBe("page.tabItemTap")
    await resultOf(navigation.navigateTo(WALLET))
    expect(await resultOf(navigation.reLaunch(BANK))).toEqual(["reLaunch:ok", "bank-list"])
    expect(await resultOf(navigation.tapTab(HOME_PATH))).toEqual(["switchTab:ok", "home"])
    expect(app.log.at(-1)?.type).toBe("page.tabItemTap")
    expect(await resultOf(navigation.switchTab(WALLET))).toEqual([
      expect.stringMatching(/^switchTab:fail/),
      "home",
    ])
  })

  it("listen until they are answered, each to its own answer", async () => {
    let open = () => {}
    const load = (name: string) =>
      name === "wallet" ? new Promise<void>((resolve) => (open = resolve)) : Promise.resolve()
    const { app, navigation, listeners } = await openCalls({ load })
    const slow = navigation.navigateTo(WALLET)
    expect(await navigation.switchTab(BANK)).toMatchObject({ ok: false })
    expect(listeners()).toBe(1)
    open()
    expect(await slow).toMatchObject({ ok: true, errMsg: "navigateTo:ok" })
    expect(listeners()).toBe(0)
    await app.settle()
  })

  it("load a page again whose code failed to load", async () => {
    let loads = 0
    const load = async (name: string) => {
      if (name !== "wallet") return
      loads += 1
      if (loads === 1) throw new Error("no network")
    }
    const { app, navigation } = await openCalls({ load })
    await navigation.navigateTo(WALLET)
    await app.settle()
    expect(app.top()?.status).toBe("failed")
    navigation.retry()
    await app.settle()
    expect(app.stack()).toEqual(["home", "wallet"])
  })
})
