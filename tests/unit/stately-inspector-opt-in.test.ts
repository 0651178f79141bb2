import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { OWN_APPEARANCE } from "../../src/domain/appearance.ts"
import { type Inspector, noopInspector } from "../../src/runtime/actors/inspector.ts"

const forever = new Promise<never>(() => {})

/** The inspectors that the app was built with, and those that Stately's was added to. */
const built = vi.hoisted(() => ({ inspectors: [] as (Inspector | undefined)[], asked: [] as unknown[] }))

/** Another inspector exists already. */
vi.mock("../../src/runtime/actors/dev-tools-bridge.ts", () => ({ devToolsBridge: noopInspector }))

vi.mock("../../src/devtools/stately-inspector.ts", () => ({
  withStatelyInspector: (other: Inspector | undefined) => {
    built.asked.push(other)
    return { ...other, isStately: true }
  },
}))

/** The part of the runtime that src/main.tsx uses before the start. */
vi.mock("../../src/runtime/actors/runtime.ts", () => ({
  createRuntime: ({ inspector }: { readonly inspector: Inspector | undefined }) => {
    built.inspectors.push(inspector)
    const handle = (context: object) => ({ getSnapshot: () => ({ context }), subscribe: () => ({}) })
    return {
      boot: {
        startup: handle({ locale: "en", theme: "system", appearance: OWN_APPEARANCE }),
        session: handle({ user: null, credentials: null }),
        navigation: handle({ pages: { stack: [] } }),
      },
      apiLayer: () => forever,
      start: () => forever,
    }
  },
}))

beforeEach(() => {
  vi.resetModules()
  Object.assign(built, { inspectors: [], asked: [] })
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

/** Starts the app at a URL with this query; returns its inspector. */
const start = async (search: string, isDevelopment = true): Promise<Inspector | undefined> => {
  vi.stubEnv("DEV", isDevelopment)
  vi.stubGlobal("location", { search, pathname: "/" })
  await import("../../src/main.tsx")
  await expect.poll(() => built.inspectors.length).toBe(1)
  return built.inspectors[0]
}

it("is added for ?inspect=stately in development", async () => {
  expect(await start("?inspect=stately")).toMatchObject({ isStately: true })
  expect(built.asked).toEqual([noopInspector])
})

it.each(["", "?inspect=", "?inspect=other", "?stately"])("is not added for %o", async (search) => {
  expect(await start(search)).toEqual(noopInspector)
  expect(built.asked).toEqual([])
})

it("is not part of a production build", async () => {
  expect(await start("?inspect=stately", false)).toEqual(noopInspector)
  expect(built.asked).toEqual([])
})
