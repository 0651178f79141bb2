/** A coffee machine, which starts an actor for each cup that it pours. */
import { assign, sendParent, setup } from "xstate"

export type Size = "small" | "large"

const cupMachine = setup({
  types: { input: {} as { readonly size: Size }, context: {} as { readonly size: Size } },
  delays: { pouring: ({ context }) => (context.size === "large" ? 400 : 200) },
}).createMachine({
  id: "cup",
  context: ({ input }) => ({ size: input.size }),
  initial: "empty",
  states: {
    empty: { description: "The cup stands below the spout.", after: { pouring: "full" } },
    full: { type: "final", entry: sendParent({ type: "cup.filled" }) },
  },
})

export type CoffeeEvent =
  | { readonly type: "machine.switch" }
  | { readonly type: "water.warmed" }
  | { readonly type: "tank.fill"; readonly ml: number }
  | { readonly type: "cup.order"; readonly size: Size; readonly note?: string }
  | { readonly type: "cup.filled" }

interface Context {
  readonly waterMl: number
  readonly cups: number
  readonly size: Size
}

const mlOf = (size: Size): number => (size === "large" ? 300 : 150)

export const coffeeMachine = setup({
  types: { context: {} as Context, events: {} as CoffeeEvent },
  actors: { cup: cupMachine },
  delays: { warming: 300 },
  guards: {
    isEnough: ({ context, event }) => event.type === "cup.order" && context.waterMl >= mlOf(event.size),
  },
  actions: {
    fill: assign({
      waterMl: ({ context, event }) =>
        event.type === "tank.fill" ? context.waterMl + event.ml : context.waterMl,
    }),
    choose: assign({
      size: ({ context, event }) => (event.type === "cup.order" ? event.size : context.size),
    }),
    count: assign({
      cups: ({ context }) => context.cups + 1,
      waterMl: ({ context }) => context.waterMl - mlOf(context.size),
    }),
  },
}).createMachine({
  id: "coffee",
  context: { waterMl: 200, cups: 0, size: "small" },
  initial: "off",
  on: { "tank.fill": { actions: "fill" } },
  states: {
    off: { on: { "machine.switch": "warming" } },
    warming: {
      description: "The water is not hot yet.",
      after: { warming: "ready" },
      on: { "machine.switch": "off" },
    },
    ready: {
      on: {
        "machine.switch": "off",
        "cup.order": { guard: "isEnough", target: "pouring", actions: "choose" },
      },
    },
    pouring: {
      invoke: { src: "cup", id: "cup", input: ({ context }) => ({ size: context.size }) },
      on: { "cup.filled": { target: "ready", actions: "count" } },
    },
  },
})
