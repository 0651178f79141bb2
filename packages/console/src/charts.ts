/** Draws the chart of any machine with the layout engine ELK, which is loaded with the first chart. */
import type { AnyStateMachine } from "xstate"
import { chartOf } from "../../paths/src/chart.ts"
import type { Drawing } from "./drawing.ts"
import { layOut } from "./layout.ts"

/** For the option `drawingOf`. A machine with hundreds of states may take a second. */
export const drawMachine = async (machine: AnyStateMachine): Promise<Drawing> => {
  const { default: ElkEngine } = await import("elkjs/lib/elk.bundled.js")
  return layOut(chartOf(machine), new ElkEngine())
}

export { layOut } from "./layout.ts"
export { TEXT_PX, TITLE_PX } from "./words.ts"
