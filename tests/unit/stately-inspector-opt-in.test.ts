import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { deafWatcher, type Watcher } from "../../src/runtime/inspector.ts"

const forever = new Promise<never>(() => {})

/** Who looked on when the house was built, and for whom Stately's inspector was asked to. */
const told = vi.hoisted(() => ({ watchers: [] as (Watcher | undefined)[], asked: [] as unknown[] }))

/** Somebody looks on already. */
vi.mock("../../src/runtime/dev-tools-bridge.ts", () => ({ announcer: deafWatcher }))

vi.mock("../../src/devtools/stately-inspector.ts", () => ({
  withStatelyInspector: (other: Watcher | undefined) => {
    told.asked.push(other)
    return { ...other, isStately: true }
  },
}))

/** The house as the beginning needs it, up to where it starts: further than that nothing is of interest here. */
vi.mock("../../src/runtime/runtime.ts", () => ({
  createSystem: ({ watcher }: { readonly watcher: Watcher | undefined }) => {
    told.watchers.push(watcher)
    const seat = (context: object) => ({ getSnapshot: () => ({ context }), subscribe: () => ({}) })
    return {
      boot: {
        startup: seat({ locale: "en", theme: "system" }),
        session: seat({ user: null, credentials: null }),
        navigation: seat({ pages: { stack: [] } }),
      },
      backroom: () => forever,
      start: () => forever,
    }
  },
}))

beforeEach(() => {
  vi.resetModules()
  Object.assign(told, { watchers: [], asked: [] })
  const element = { dataset: {}, querySelector: () => null }
  const document = {
    head: { addEventListener: () => {} },
    documentElement: element,
    getElementById: () => element,
    querySelector: () => null,
  }
  const globals = {
    document,
    WITH_CONSOLE: true,
    history: {},
    addEventListener: () => {},
    fetch: () => forever,
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

/** The app begins, as it does in development or in a build, at an address with this query; tells who looks on. */
const begin = async (search: string, isDevelopment = true): Promise<Watcher | undefined> => {
  vi.stubEnv("DEV", isDevelopment)
  vi.stubGlobal("location", { search, pathname: "/" })
  await import("../../src/main.tsx")
  await expect.poll(() => told.watchers.length).toBe(1)
  return told.watchers[0]
}

it("is asked for by the address: then whoever looks on does so through Stately's inspector", async () => {
  expect(await begin("?inspect=stately")).toMatchObject({ isStately: true })
  expect(told.asked).toEqual([deafWatcher])
})

it.each(["", "?inspect=", "?inspect=other", "?stately"])("is not asked for by %o", async (search) => {
  expect(await begin(search)).toEqual(deafWatcher)
  expect(told.asked).toEqual([])
})

it("cannot be asked for in what members get", async () => {
  expect(await begin("?inspect=stately", false)).toEqual(deafWatcher)
  expect(told.asked).toEqual([])
})
