import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runInNewContext } from "node:vm"
import { brotliCompressSync } from "node:zlib"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { deviceScript } from "../../server/fault-injection/device-script.ts"
import { type ClientFaults, NO_FAULTS } from "../../src/contract/faults.ts"
import { openApp, type TestApp } from "../support/app.ts"
import { faultInjection } from "../support/fault-injection.ts"

const pages = mkdtempSync(join(tmpdir(), "links-device-"))
const page = '<!doctype html><html lang="en"><head><title>Financial Links</title></head></html>'
const TAG = '<head><script src="/api/lab/device.js"></script><title>'

let app: TestApp
beforeAll(async () => {
  mkdirSync(join(pages, ".vite"))
  writeFileSync(join(pages, ".vite/inline.json"), JSON.stringify({ scripts: [], styles: [] }))
  writeFileSync(join(pages, "index.html"), page)
  writeFileSync(join(pages, "index.html.br"), brotliCompressSync(page))
  writeFileSync(join(pages, "icon.svg"), "<svg/>")
  app = await openApp({ FAULT_LAB: "1", PAGES_DIR: pages })
})
afterAll(async () => {
  await app.stop()
  rmSync(pages, { recursive: true })
})

const force = (client: Partial<ClientFaults>, scope?: string) =>
  faultInjection(app.url).force({ client }, scope)
beforeEach(() => faultInjection(app.url).clear())

describe("a fault of the device", () => {
  it("is injected at the start of the page, and removed with the plan", async () => {
    const first = await fetch(app.url)
    const etag = first.headers.get("etag") ?? ""
    expect(await first.text()).toBe(page)
    await force({ storage: "full" })
    const bent = await fetch(app.url, { headers: { "if-none-match": etag } })
    expect(bent.headers.get("cache-control")).toBe("no-store")
    expect(await bent.text()).toContain(TAG)
    expect(await (await fetch(`${app.url}/icon.svg`)).text()).toBe("<svg/>")
    await faultInjection(app.url).clear()
    expect(await (await fetch(app.url)).text()).toBe(page)
  })

  it("applies to its scope only", async () => {
    await force({ skewMs: 5 }, "phone-1")
    expect(await (await fetch(app.url, { headers: { "x-fault-scope": "phone-1" } })).text()).toContain(TAG)
    expect(await (await fetch(app.url, { headers: { "x-fault-scope": "phone-2" } })).text()).toBe(page)
    const script = (scope: string) =>
      fetch(`${app.url}/api/lab/device.js`, { headers: { "x-fault-scope": scope } }).then((a) => a.text())
    expect(await script("phone-1")).toBe(deviceScript({ ...NO_FAULTS.client, skewMs: 5 }))
    expect(await script("phone-2")).toBe(deviceScript(NO_FAULTS.client))
  })

  it("moves the clock forward and back, and leaves explicit dates unchanged", () => {
    for (const skewMs of [86_400_000, -86_400_000]) {
      const bend = deviceScript({ ...NO_FAULTS.client, skewMs })
      const read = "[Date.now(), new Date().getTime(), new Date(7).getTime(), Date.UTC(1970, 0, 2)]"
      const times: unknown = runInNewContext(`${bend}; ${read}`, { DOMException })
      if (!Array.isArray(times)) throw new Error("the clock gave no times")
      const [now, made, given, day] = times
      expect(Math.round((Number(now) - Date.now()) / 3_600_000)).toBe(skewMs / 3_600_000)
      expect(Number(made) - Number(now)).toBeLessThan(3_600_000)
      expect([given, day]).toEqual([7, 86_400_000])
    }
  })
})
