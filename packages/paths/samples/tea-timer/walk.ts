/** Walks every path of the tea timer with a real actor and a simulated clock. */
import { generatePaths, stateName } from "@financial-links/paths"
import { createActor, SimulatedClock } from "xstate"
import { cases, type TeaEvent, teaMachine } from "./tea-timer.ts"

const isOwn = (event: { readonly type: string }): event is TeaEvent => !event.type.startsWith("xstate.")

const { paths, missed, totals } = generatePaths(teaMachine, { kind: "coverage", cases })
for (const { name, steps } of paths) {
  const clock = new SimulatedClock()
  const actor = createActor(teaMachine, { clock }).start()
  for (const { event, state } of steps) {
    if (isOwn(event)) actor.send(event)
    else clock.increment(180_000)
    const reached = stateName(actor.getSnapshot().value)
    if (reached !== state) throw new Error(`${name}: ${event.type} leads to ${reached}, not to ${state}`)
  }
  console.log(`${name}: ${steps.length} steps`)
}
if (missed.transitions.length > 0)
  throw new Error(`missed: ${missed.transitions.map(({ id }) => id).join(", ")}`)
console.log(`${totals.transitions.taken} of ${totals.transitions.all} transitions`)
