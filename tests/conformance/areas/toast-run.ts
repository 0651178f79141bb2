/** The feedback machine and the app's feedback functions on a virtual clock. */
import { SimulatedClock } from "xstate"
import { selectLoading, selectToast } from "../../../machines/feedback.ts"
import { TOAST_ICONS } from "../../../src/domain/limits.ts"
import { oneOf } from "../adapters/argument-rules.ts"
import { feedbackOver } from "../adapters/feedback.ts"
import { errMsgOf, frameworkCall } from "../adapters/framework-call.ts"
import type { Plain } from "../area.ts"
import { onlyKnown, stepsOf, sureOfWait, textOf, textsOf } from "../notation.ts"

/** `position` is accepted and ignored, as in the framework on the web. */
const CALL = "call|title|icon|image|duration|mask|position|callbacks"
const CALLED = new RegExp(`^(${CALL})$`)
const STEP = new RegExp(`^(${CALL}|afterMs|waitMs|sameTick|parallel)$`)

/** Limit of the wait for a toast to disappear. */
const WATCHED_MS = 20_000

interface Seen {
  readonly atMs: number
  /** "text:T", "success:T", "loading:L" or null. */
  readonly shown: string | null
}

export class ToastRun {
  readonly warnings: string[] = []
  readonly results: string[] = []
  /** The callbacks in the order in which they were called. */
  readonly called: string[] = []
  /** Call, errMsg and what is shown then, as the file lists them. */
  readonly steps: unknown[] = []
  readonly shownAfter: (string | null)[] = []
  shownAfterHide: string | null = null
  readonly #clock = new SimulatedClock()
  readonly #actor: ReturnType<typeof feedbackOver>["actor"]
  readonly #feedback: ReturnType<typeof feedbackOver>["feedback"]
  readonly #seen: Seen[] = []

  constructor() {
    const { actor, feedback } = feedbackOver(this.#clock)
    this.#actor = actor
    this.#feedback = feedback
    actor.on("feedback.warned", ({ message }) => this.warnings.push(message))
    actor.start()
    this.#look()
  }

  shown(): string | null {
    const snapshot = this.#actor.getSnapshot()
    const loading = selectLoading(snapshot)
    if (loading !== null) return `loading:${loading}`
    const toast = selectToast(snapshot)
    return toast ? `${toast.icon === "none" ? "text" : toast.icon}:${toast.text}` : null
  }

  #look(): void {
    const shown = this.shown()
    if (this.#seen.at(-1)?.shown !== shown || this.#seen.length === 0)
      this.#seen.push({ atMs: this.#clock.now(), shown })
  }

  wait(ms: number): void {
    for (let passed = 0; passed < sureOfWait(ms); passed += 1) {
      this.#clock.increment(1)
      this.#look()
    }
  }

  #call(step: Plain): void {
    const name = textOf(step.call)
    const title = String(step.title ?? "")
    const { duration, image } = step
    if (name === "showToast")
      this.#feedback.toast(title, {
        icon: oneOf(step.icon, TOAST_ICONS),
        ...(typeof duration === "number" && { durationMs: duration }),
        ...(typeof image === "string" && { image }),
      })
    else if (name === "showLoading") this.#feedback.loading(title)
    else if (name === "hideToast") this.#actor.send({ type: "feedback.hideToast" })
    else if (name === "hideLoading") this.#actor.send({ type: "feedback.hideLoading" })
    else throw new Error(`no call is named ${name}`)
    const callbacks = textsOf(step.callbacks).map((each) => [each, () => this.called.push(each)] as const)
    if (callbacks.length > 0) frameworkCall(name, async () => ({}))(Object.fromEntries(callbacks))
    const errMsg = errMsgOf(name, null)
    this.results.push(errMsg)
    this.steps.push([name, errMsg])
    this.#look()
    // a toast of no duration ends at once
    this.#clock.increment(0)
    this.#look()
  }

  /** Makes a call, waits, and records what is shown. */
  step(step: Plain): void {
    onlyKnown("when", step, STEP)
    const together = step.sameTick ?? step.parallel
    for (const one of stepsOf(together)) onlyKnown("when", one, CALLED)
    const calls = Array.isArray(together) ? stepsOf(together) : typeof step.call === "string" ? [step] : []
    if (calls.length === 0 && typeof step.waitMs !== "number")
      throw new Error(`the step ${JSON.stringify(step)} is not understood`)
    for (const call of calls) this.#call(call)
    for (const pause of [step.waitMs, step.afterMs]) if (typeof pause === "number") this.wait(pause)
    if (calls.length === 0) return
    this.steps.push(this.shown())
    this.shownAfter.push(this.shown())
    if (calls.some(({ call }) => textOf(call).startsWith("hide"))) this.shownAfterHide = this.shown()
  }

  /** Advances until nothing more changes. */
  finish(): void {
    for (let ms = 0; ms < WATCHED_MS && this.#actor.getSnapshot().context.toasts.length > 0; ms += 1)
      this.wait(1)
  }

  /** When a title appeared and disappeared. */
  spanOf(title: string): { readonly fromMs: number; readonly untilMs: number | null } | null {
    const isIt = ({ shown }: Seen): boolean => shown?.slice(shown.indexOf(":") + 1) === title
    const from = this.#seen.findIndex(isIt)
    const first = this.#seen[from]
    if (!first) return null
    const gone = this.#seen.slice(from).find((seen) => !isIt(seen))
    return { fromMs: first.atMs, untilMs: gone?.atMs ?? null }
  }

  /** The newest toast with its defaults. It never blocks touches. */
  newest(): Plain {
    const toast = this.#actor.getSnapshot().context.toasts.at(-1)
    return toast ? { icon: toast.icon, title: toast.text, duration: toast.durationMs, mask: false } : {}
  }

  stop(): void {
    this.#actor.stop()
  }
}
