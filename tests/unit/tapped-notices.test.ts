import { describe, expect, it, vi } from "vitest"
import { listenToTaps } from "../../src/runtime/api/service-worker-client.ts"
import { handOver } from "../../src/service-worker/hand-over.ts"
import { renewSubscription } from "../../src/service-worker/renew-subscription.ts"

/** A document's side of the service worker, as a window that is posted to. */
const openDocument = (shownUrl = "/pages/home/home") => {
  const container = new EventTarget()
  const window = {
    id: crypto.randomUUID(),
    focus: vi.fn(() => Promise.resolve()),
    postMessage: (data: unknown, transfer: Transferable[] = []) => {
      const ports = transfer.filter((each): each is MessagePort => each instanceof MessagePort)
      container.dispatchEvent(new MessageEvent("message", { data, ports }))
    },
  }
  return { window, container, listen: () => listenToTaps(container, () => shownUrl) }
}

const URL_OF_RECORD = "/pages/withdraw/withdraw-record-detail?id=w1"
const FAST = { answerMs: 10, attempts: 8, lastingMs: 10 }

describe("a tapped notification", () => {
  it("waits in an app that is loading, and opens its page once", async () => {
    const { window, listen } = openDocument()
    const openWindow = vi.fn()
    const taps = listen()
    await handOver(URL_OF_RECORD, { ...FAST, windows: async () => [window], openWindow })
    const open = vi.fn()
    const stop = taps.subscribe(open)
    taps.subscribe(open)
    expect([open.mock.calls, window.focus.mock.calls.length]).toEqual([[[URL_OF_RECORD]], 1])
    stop()
    expect(openWindow).not.toHaveBeenCalled()
  })

  it("is posted again until the document listens, also to the one that replaces it", async () => {
    const [before, after] = [openDocument(), openDocument()]
    const [openWindow, open] = [vi.fn(), vi.fn()]
    let current = before
    const done = handOver(URL_OF_RECORD, { ...FAST, windows: async () => [current.window], openWindow })
    await new Promise((resolve) => setTimeout(resolve, 15))
    current = after
    after.listen().subscribe(open)
    await done
    expect([open.mock.calls, openWindow.mock.calls]).toEqual([[[URL_OF_RECORD]], []])
  })

  it("is posted to the document after one that took it and was replaced", async () => {
    const [before, after] = [openDocument(), openDocument()]
    const [openWindow, lost, open] = [vi.fn(), vi.fn(), vi.fn()]
    let current = before
    before.listen().subscribe((url) => {
      lost(url)
      current = after
    })
    after.listen().subscribe(open)
    await handOver(URL_OF_RECORD, { ...FAST, windows: async () => [current.window], openWindow })
    expect([lost.mock.calls, open.mock.calls]).toEqual([[[URL_OF_RECORD]], [[URL_OF_RECORD]]])
    expect(openWindow).not.toHaveBeenCalled()
  })

  it("opens nothing where its page is shown, or its window was closed", async () => {
    const shown = openDocument(URL_OF_RECORD)
    const [openWindow, open] = [vi.fn(), vi.fn()]
    shown.listen().subscribe(open)
    await handOver(URL_OF_RECORD, { ...FAST, windows: async () => [shown.window], openWindow })
    const closed = openDocument()
    let isOpen = true
    closed.listen().subscribe(() => (isOpen = false))
    const windows = async () => (isOpen ? [closed.window] : [])
    await handOver(URL_OF_RECORD, { ...FAST, windows, openWindow })
    expect([open.mock.calls, openWindow.mock.calls]).toEqual([[], []])
  })

  it("opens its page once where the answer comes late", async () => {
    const { window, container, listen } = openDocument()
    const open = vi.fn()
    listen().subscribe(open)
    const message = { open: URL_OF_RECORD, tap: "t1" }
    for (const each of [
      message,
      message,
      { ...message, tap: "t2" },
      { open: "https://other.example", tap: "t3" },
    ])
      window.postMessage(each)
    container.dispatchEvent(new MessageEvent("message", { data: null }))
    expect(open.mock.calls).toEqual([[URL_OF_RECORD], [URL_OF_RECORD]])
  })

  it("opens a window where none is open, or none answers", async () => {
    const openWindow = vi.fn()
    await handOver(URL_OF_RECORD, { ...FAST, windows: async () => [], openWindow })
    expect(openWindow.mock.calls).toEqual([[URL_OF_RECORD]])
    const { window } = openDocument()
    await handOver(URL_OF_RECORD, { ...FAST, windows: async () => [window], openWindow })
    expect(openWindow).toHaveBeenCalledTimes(2)
  })
})

describe("a push subscription that the browser renews", () => {
  const options = { userVisibleOnly: true, applicationServerKey: new ArrayBuffer(65) }

  it("is made again with the key of before, and posted to each window", async () => {
    const [subscribe, postMessage] = [vi.fn(), vi.fn()]
    const windows = async () => [{ postMessage }, { postMessage }]
    await renewSubscription({ oldSubscription: { options }, newSubscription: null }, { subscribe, windows })
    expect([subscribe.mock.calls, postMessage.mock.calls]).toEqual([
      [[options]],
      [["push-renewed"], ["push-renewed"]],
    ])
  })

  it("is left as it is where the browser has made it", async () => {
    const [subscribe, postMessage] = [vi.fn(), vi.fn()]
    const windows = async () => [{ postMessage }]
    await renewSubscription({ newSubscription: {} }, { subscribe, windows })
    await renewSubscription({}, { subscribe, windows })
    expect([subscribe.mock.calls.length, postMessage.mock.calls.length]).toEqual([0, 2])
  })
})
