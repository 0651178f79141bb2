/** Writes down what the machines of a running app receive and become: heard from the lab build's actors, never said to them. */
import type { BrowserContext, Page } from "playwright-core"
import type { AnyActor, InspectionEvent } from "xstate"

/** An action as it was carried out, or something emitted. */
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
  /** Of the actorId or the call: "order", "request:orderCreate". */
  readonly id: string
  readonly machine: string
  /** What it was before it was started, as plain data. */
  readonly begin: unknown
  readonly steps: RecordedStep[]
}

export interface Recording {
  readonly actorRuns: () => readonly ActorRun[]
  /** The newest actorRun of a actorId; undefined where there has been none. */
  readonly newest: (id: string) => ActorRun | undefined
  /** What happens in this tab is not what is told of. */
  readonly leaveOut: (page: Page) => void
}

type RecorderMessage =
  | { readonly kind: "began"; readonly key: string; readonly actorRun: Omit<ActorRun, "key" | "steps"> }
  | { readonly kind: "moved"; readonly key: string; readonly step: RecordedStep }

/** Runs in the page before anything of the app. It stands on its own: nothing from outside its body exists there. */
const listenInPage = () => {
  const document = crypto.randomUUID()
  const tell = (told: object) => {
    const send: unknown = Reflect.get(globalThis, "sendToRecorder")
    if (typeof send === "function") send(JSON.stringify(told))
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
    tell({
      kind: "began",
      key,
      actorRun: { id: actor.id, machine: machine.id, begin: plain(actor.getPersistedSnapshot()) },
    })
    actor.on("*", ({ type, ...params }: { type: string }) => {
      emitted.push({ type, params: plain(params) })
    })
    actor.system.inspect((told: InspectionEvent) => {
      if (told.actorRef !== actor) return
      if (told.type === "@xstate.action")
        actions.push({ type: told.action.type, params: plain(told.action.params) })
      if (told.type !== "@xstate.snapshot" || told.event.type === "xstate.init") return
      const { value, context } = actor.getSnapshot()
      tell({ kind: "moved", key, step: { event: told.event, value, context, actions, emitted } })
      actions = []
      emitted = []
    })
  }
  Reflect.set(globalThis, "__xstate__", { services, register, onRegister: () => {} })
}

/** Begins to listen to every tab of a browser context; do this before a page is opened. */
export const record = async (context: BrowserContext): Promise<Recording> => {
  const actorRuns = new Map<string, ActorRun>()
  const leftOut = new Set<Page>()
  await context.exposeBinding("sendToRecorder", ({ page }, text: string) => {
    if (leftOut.has(page)) return
    const told: RecorderMessage = JSON.parse(text)
    if (told.kind === "began") actorRuns.set(told.key, { key: told.key, ...told.actorRun, steps: [] })
    else actorRuns.get(told.key)?.steps.push(told.step)
  })
  await context.addInitScript(listenInPage)
  return {
    actorRuns: () => [...actorRuns.values()],
    newest: (id) => [...actorRuns.values()].findLast((actorRun) => actorRun.id === id),
    leaveOut: (page) => void leftOut.add(page),
  }
}
