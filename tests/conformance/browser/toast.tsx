import { selectToast } from "../../../machines/feedback.ts"
import { Toast } from "../../../src/ui/Toast.tsx"
import { feedbackOver } from "../adapters/feedback.ts"
import type { Mount, MountPoint } from "./mount.ts"

const layer = (): Element | null => document.querySelector("[popover]")

let noteOn: MountPoint["note"] = () => {}

// once for all mounts: the layer comes and goes
document.addEventListener(
  "beforetoggle",
  (event) => {
    if ("newState" in event) noteOn(String(event.newState))
  },
  true,
)

/** The product's toast over its machine. `show` shows one, `standing` returns its state. */
export const mount: Mount = (mountPoint) => {
  noteOn = mountPoint.note
  const { actor, feedback } = feedbackOver()
  const draw = () => {
    const toast = selectToast(actor.getSnapshot())
    mountPoint.show(<Toast toast={toast ? { ...toast, id: toast.key } : undefined} />)
  }
  actor.subscribe(draw)
  actor.start()
  draw()
  return {
    show: (options) => {
      const { title, duration, image }: Readonly<Record<string, unknown>> = Object(options)
      feedback.toast(String(title ?? ""), {
        ...(typeof duration === "number" && { durationMs: duration }),
        ...(typeof image === "string" && { image }),
      })
    },
    standing: () => {
      const element = layer()
      const style = element && getComputedStyle(element)
      return {
        image: element?.querySelector("img")?.getAttribute("src") ?? "",
        isSeen: style !== null && style.display !== "none",
        fadeMs: Number.parseFloat(style?.transitionDuration.split(",")[0] ?? "0") * 1_000,
      }
    },
  }
}
