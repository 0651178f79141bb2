/** Tea: the pot is filled, the tea steeps for three minutes, and only hot tea is poured. */
import { casesFor } from "@financial-links/paths"
import { assign, setup } from "xstate"

export type TeaEvent =
  | { readonly type: "pot.fill"; readonly cups: number }
  | { readonly type: "timer.start" }
  | { readonly type: "timer.stop" }
  | { readonly type: "tea.pour" }

export const teaMachine = setup({
  types: { context: {} as { readonly cups: number }, events: {} as TeaEvent },
  guards: { hasTea: ({ context }) => context.cups > 0, isLast: ({ context }) => context.cups === 1 },
  actions: {
    fill: assign({ cups: ({ event }) => (event.type === "pot.fill" ? event.cups : 0) }),
    pour: assign({ cups: ({ context }) => context.cups - 1 }),
  },
  delays: { steeping: 180_000 },
}).createMachine({
  id: "tea",
  context: { cups: 0 },
  initial: "empty",
  states: {
    empty: { on: { "pot.fill": { target: "filled", actions: "fill", description: "Water is poured in" } } },
    filled: { on: { "timer.start": { target: "steeping", guard: "hasTea", description: "The timer runs" } } },
    steeping: {
      on: { "timer.stop": { target: "filled", description: "The leaves are taken out too early" } },
      after: { steeping: { target: "ready", description: "Three minutes have passed" } },
    },
    ready: {
      on: {
        "tea.pour": [
          { target: "empty", guard: "isLast", actions: "pour", description: "The last cup is poured" },
          { actions: "pour", description: "A cup is poured" },
        ],
      },
    },
  },
})

/** A pot of no cup, of one and of two. */
export const cases = casesFor(teaMachine, {
  events: [
    ...[0, 1, 2].map((cups) => ({ type: "pot.fill" as const, cups })),
    { type: "timer.start" },
    { type: "timer.stop" },
    { type: "tea.pour" },
  ],
})
