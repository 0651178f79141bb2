import { createActor } from "xstate"
import { feedbackMachine, selectToast } from "../../../machines/feedback.ts"
import { createFeedback } from "../../../src/actors/feedback.ts"
import { Toast } from "../../../src/ui/Toast.tsx"
import type { Mount } from "./stage.ts"

const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))

const isSeen = (): boolean => {
  const layer = document.querySelector('[role="status"]')
  return layer !== null && getComputedStyle(layer).display !== "none"
}

/** The real toast over the real machine; `watch` shows one and tells how long it was on the screen. */
export const mount: Mount = (stage) => {
  const actor = createActor(feedbackMachine)
  const draw = () => {
    const toast = selectToast(actor.getSnapshot())
    stage.show(<Toast toast={toast ? { ...toast, id: toast.key } : undefined} />)
  }
  actor.subscribe(draw)
  actor.start()
  draw()
  const seat = {
    send: actor.send.bind(actor),
    onEmit: (listener: Parameters<typeof actor.on<"*">>[1]) => actor.on("*", listener),
  }
  const feedback = createFeedback({ boot: { feedback: seat }, mint: () => crypto.randomUUID() })
  return {
    watch: async (options) => {
      const { title, duration } = { title: "", duration: undefined, ...Object(options) }
      const startedAtMs = performance.now()
      feedback.toast(String(title ?? ""), typeof duration === "number" ? { durationMs: duration } : {})
      while (!isSeen()) await frame()
      const layer = document.querySelector('[role="status"]')
      const fade = layer ? getComputedStyle(layer).transitionDuration.split(",")[0] : "0s"
      while (isSeen()) await frame()
      return {
        plusFadeMs: Number.parseFloat(fade ?? "0") * 1000,
        observedVisibleMs: performance.now() - startedAtMs,
      }
    },
  }
}
