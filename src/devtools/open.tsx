/** Opens the debug console. It is brought by src/main alone, before the house is built, and only when it was asked for. */
import { type ReactNode, StrictMode } from "react"
import { createRoot } from "react-dom/client"
import type { Watcher } from "../runtime/inspector.ts"
import type { System } from "../runtime/runtime.ts"
import type { Past } from "../runtime/time-travel-actors.ts"
import { createCalls } from "./calls.ts"
import { Console } from "./console.tsx"
import { createHost } from "./host.ts"
import { type ConsoleHouse, HouseProvider } from "./house.ts"
import { createPriceTape, type PriceTape } from "./prices.ts"
import { createPulse } from "./pulse.ts"
import { Stage } from "./stage.tsx"
import { createSwitchBoard } from "./switches.ts"
import { createTape } from "./tape.ts"
import { createTravel } from "./travel.ts"

export interface Surroundings {
  readonly system: System
  /** Draws the whole window from a house, this one's or another's. */
  readonly draw: (system: System) => ReactNode
  /** Brings the code of a page. */
  readonly loadPage: (name: string) => Promise<unknown>
}

export interface OpenedConsole {
  /** For the house that is about to be built. */
  readonly watcher: Watcher
  /** What to draw in the window's place. Call once, when the first page can be drawn. */
  readonly stage: (surroundings: Surroundings) => ReactNode
}

/** Brings a thing once. */
const once = <Thing,>(bring: () => Promise<Thing>): (() => Promise<Thing>) => {
  let brought: Promise<Thing> | null = null
  return () => {
    brought ??= bring()
    return brought
  }
}

/** The parameter that opened the console for this tab ends it as well. */
const turnOff = (): void => location.replace(`${location.pathname}?debug=0`)

const bringPast = once<Past>(async () => (await import("../runtime/time-travel-actors.ts")).createPast())

export const openConsole = (): OpenedConsole => {
  const switches = createSwitchBoard()
  const now = () => Date.now()
  const tape = createTape(now)
  const calls = createCalls(now)
  const bringPrices = once<PriceTape>(async () => {
    const { quotes } = await import("../runtime/market-actor.ts")
    return createPriceTape(quotes, tape)
  })
  // prices are written down from the first moment at which there are any
  const waiting = tape.onChange(() => {
    if (!tape.tracks().some(({ id }) => id === "market")) return
    waiting()
    void bringPrices()
  })
  return {
    watcher: { ...tape.watcher, ...calls.watcher },
    stage: ({ system, draw, loadPage }) => {
      tape.settle()
      const travel = createTravel({ tape, bringPast, bringPrices, loadPage })
      const host = createHost()
      const pulse = createPulse(tape.onChange, calls.onChange)
      const house: ConsoleHouse = {
        present: system,
        tape,
        calls,
        switches,
        travel,
        pulse,
        bringPast,
        turnOff,
      }
      createRoot(host).render(
        <StrictMode>
          <HouseProvider value={house}>
            <Console />
          </HouseProvider>
        </StrictMode>,
      )
      const isOfConsole = (target: EventTarget | null) => target instanceof Node && host.contains(target)
      return <Stage present={system} travel={travel} draw={draw} isOfConsole={isOfConsole} />
    },
  }
}
