/** What intercepts back: an overlay, or a page that confirms leaving. */

import { type Entry, lifecycleOf, topOf } from "./stack.ts"
import { type Args, answered, type Emissions, type Patch } from "./stack-reducers.ts"

const backAnswer = ({ event }: Args, detail: string | null, reason?: "overlay-closed"): Emissions =>
  event.type === "navigation.navigateBack" ? [answered("navigateBack", event.key, detail, reason)] : []

export const dismissOverlay = (args: Args): Patch => {
  const overlay = args.context.overlays.at(-1)
  if (overlay === undefined) return {}
  const dismissed = { type: "navigation.overlayDismissed", overlay } as const
  return {
    overlays: args.context.overlays.slice(0, -1),
    outbox: [dismissed, ...backAnswer(args, null, "overlay-closed")],
  }
}

export const requestLeave = (args: Args): Patch => {
  const top = topOf(args.context.pages)
  if (!top) return {}
  const press = args.event.type === "navigation.navigateBack" ? [lifecycleOf("page.backPress", top)] : []
  return { outbox: [...press, lifecycleOf("page.leaveAsked", top), ...backAnswer(args, "onBackPress")] }
}

export const setHeld = ({ context, event }: Args): Patch => {
  if (event.type !== "navigation.hold") return {}
  const marked = (entry: Entry): Entry => (entry.id === event.id ? { ...entry, held: event.held } : entry)
  return { pages: { stack: context.pages.stack.map(marked), tabs: context.pages.tabs.map(marked) } }
}
