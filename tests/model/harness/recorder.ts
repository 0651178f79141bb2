/** Records the events and snapshots of the actors of a running app. It never sends to them. */
import type { BrowserContext, Page } from "playwright-core"
import type { AnyActor, InspectionEvent } from "xstate"

/** An executed action, or an emitted event. */
export interface Done {
  readonly type: string
  readonly params?: unknown
}

export interface RecordedStep {
  readonly event: { readonly type: string }
  readonly value: string | object
  readonly context: unknown
  readonly actions: readonly Done[]
  readonly emitted: readonly Done[]
}

/** One actor from its start to the end of its document. */
export interface ActorRun {
  /** Unique in the recording. */
  readonly key: string
  /** The actor's id: "order", "request:orderCreate". */
  readonly id: string
  readonly machine: string
  /** The persisted snapshot before the start, as plain data. */
  readonly begin: unknown
  readonly steps: RecordedStep[]
}

export interface Recording {
  readonly actorRuns: () => readonly ActorRun[]
  /** The newest run of an actor; undefined if it never started. */
  readonly newest: (id: string) => ActorRun | undefined
  /** Leaves the actors of this tab out. */
  readonly leaveOut: (page: Page) => void
}

type RecorderMessage =
  | { readonly kind: "began"; readonly key: string; readonly actorRun: Omit<ActorRun, "key" | "steps"> }
  | { readonly kind: "moved"; readonly key: string; readonly step: RecordedStep }

/**
 * Runs in the page before the app. It is serialised, so it may use nothing from outside its body.
 */
const listenInPage = () => {
  const document = crypto.randomUUID()
  const report = (inspected: object) => {
    const send: unknown = Reflect.get(globalThis, "sendToRecorder")
    if (typeof send === "function") send(JSON.stringify(inspected))
  }
  const services = new Set<AnyActor>()
  let count = 0
  const plain = (value: unknown): unknown => {
    try {
      const text = JSON.stringify(value)
      return text === undefined ? undefined : JSON.parse(text)
    } catch {
      return "not plain"
    }
  }
  const register = (actor: AnyActor) => {
    const { machine } = actor.getSnapshot()
    if (machine === undefined) return
    services.add(actor)
    count += 1
    const key = `${document}/${count}`
    let actions: object[] = []
    let emitted: object[] = []
    report({
      kind: "began",
      key,
      actorRun: { id: actor.id, machine: machine.id, begin: plain(actor.getPersistedSnapshot()) },
    })
    actor.on("*", ({ type, ...params }: { type: string }) => {
      emitted.push({ type, params: plain(params) })
    })
    actor.system.inspect((inspected: InspectionEvent) => {
      if (inspected.actorRef !== actor) return
      if (inspected.type === "@xstate.action")
        actions.push({ type: inspected.action.type, params: plain(inspected.action.params) })
      if (inspected.type !== "@xstate.snapshot" || inspected.event.type === "xstate.init") return
      const { value, context } = actor.getSnapshot()
      report({ kind: "moved", key, step: { event: inspected.event, value, context, actions, emitted } })
      actions = []
      emitted = []
    })
  }
  Reflect.set(globalThis, "__xstate__", { services, register, onRegister: () => {} })
}

/** Starts recording every tab of a browser context. Call it before a page opens. */
export const record = async (context: BrowserContext): Promise<Recording> => {
  const actorRuns = new Map<string, ActorRun>()
  const leftOut = new Set<Page>()
  await context.exposeBinding("sendToRecorder", ({ page }, text: string) => {
    if (leftOut.has(page)) return
    const inspected: RecorderMessage = JSON.parse(text)
    if (inspected.kind === "began")
      actorRuns.set(inspected.key, { key: inspected.key, ...inspected.actorRun, steps: [] })
    else actorRuns.get(inspected.key)?.steps.push(inspected.step)
  })
  await context.addInitScript(listenInPage)
  return {
    actorRuns: () => [...actorRuns.values()],
    newest: (id) => [...actorRuns.values()].findLast((actorRun) => actorRun.id === id),
    leaveOut: (page) => void leftOut.add(page),
  }
}
