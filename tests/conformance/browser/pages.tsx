import { Activity, useRef, useSyncExternalStore } from "react"
import { selectAlive, selectTop } from "../../../machines/navigation.ts"
import { useScrollRestoration } from "../../../src/app/scroll-restoration.ts"
import type { Route } from "../../../src/navigation/routes.ts"
import type { Entry } from "../../../src/navigation/stack.ts"
import { type Method, NavigationHost } from "../../support/navigation-host.ts"
import type { Mount } from "./mount.ts"

const TALL_PX = 4_000

/**
 * The pages of one mount. The name separates their scroll positions from those of an earlier mount.
 */
interface Visit {
  readonly app: NavigationHost
  readonly name: string
}

const Tall = ({ entry, visit }: { readonly entry: Entry; readonly visit: Visit }) => {
  const element = useRef<HTMLDivElement>(null)
  const kept = useScrollRestoration(`${visit.name} ${entry.id}`, element)
  return (
    <div ref={element} data-page={entry.name} tabIndex={-1} {...kept}>
      <div data-scroller="" style={{ blockSize: "700px", overflow: "auto" }}>
        <div style={{ blockSize: TALL_PX }}>{entry.name}</div>
      </div>
    </div>
  )
}

const Pages = ({ visit }: { readonly visit: Visit }) => {
  const { app } = visit
  const snapshot = useSyncExternalStore(
    (listener) => {
      const subscription = app.actor.subscribe(listener)
      return () => subscription.unsubscribe()
    },
    () => app.actor.getSnapshot(),
  )
  const top = selectTop(snapshot)
  return selectAlive(snapshot).map((entry) => (
    <Activity key={entry.id} mode={entry.id === top?.id ? "visible" : "hidden"}>
      <Tall entry={entry} visit={visit} />
    </Activity>
  ))
}

const methods: readonly Method[] = ["navigateTo", "redirectTo", "reLaunch", "switchTab", "tapTab"]

/** Tall pages on the navigation machine with the product's scroll restoration. */
export const mount: Mount = ({ show }, options) => {
  const routes = Array.isArray(options.routes) ? (options.routes as readonly Route[]) : []
  const app = new NavigationHost({ routes, open: String(options.open) }).start()
  show(<Pages visit={{ app, name: crypto.randomUUID() }} />)
  const scroller = (): Element => {
    const name = app.top()?.name
    const found = document.querySelector(`[data-page="${name}"] [data-scroller]`)
    if (!found) throw new Error(`no page is called ${name}`)
    return found
  }
  return {
    call: async (step) => {
      const [name, to]: unknown[] = Array.isArray(step) ? step : []
      const method = methods.find((known) => known === name)
      if (method) await app.call(method, String(to))
      else if (name === "navigateBack") await app.back(Number(to ?? 1))
      else throw new Error(`no call is named ${String(name)}`)
      await app.settle()
    },
    browse: async (by) => {
      app.history.go(Number(by))
      await app.settle()
    },
    scrollTo: async (to) => {
      const element = scroller()
      const before = element.scrollTop
      const scrolled = new Promise((resolve) => element.addEventListener("scroll", resolve, { once: true }))
      element.scrollTop = Number(to)
      if (element.scrollTop !== before) await scrolled
    },
    standing: () => ({ page: app.top()?.name, scrollY: scroller().scrollTop }),
  }
}
