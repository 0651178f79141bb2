/** Components over the app's own hooks and actors, which count how often they render. */
import { type ReactNode, Suspense } from "react"
import { createRoot } from "react-dom/client"
import { IntlProvider } from "react-intl"
import type { AnyActor } from "xstate"
import english from "../../../locales/en.json" with { type: "json" }
import { browserHistory } from "../../../src/navigation/history.ts"
import { deviceStorage } from "../../../src/runtime/effects/device-storage.ts"
import { PageProvider } from "../../../src/runtime/hooks/page-context.tsx"
import { RuntimeProvider } from "../../../src/runtime/hooks/runtime-context.tsx"
import { useForm } from "../../../src/runtime/hooks/use-form.ts"
import { useUpload } from "../../../src/runtime/hooks/use-upload.ts"
import { noopInspector } from "../../../src/runtime/inspector.ts"
import type { ActorStreams } from "../../../src/runtime/journaled-actor.ts"
import { createRuntime } from "../../../src/runtime/runtime.ts"
import { Field } from "../../../src/ui/Field.tsx"
import { FilePick } from "../../../src/ui/FilePick.tsx"

const counts: Record<string, number> = {}
const count = (name: string) => {
  counts[name] = (counts[name] ?? 0) + 1
}

const Upload = () => {
  count("upload")
  const { pick } = useUpload("front")
  return <FilePick label="Front" {...pick} />
}

const Form = () => {
  count("form")
  const form = useForm("login")
  return <Field {...form.field("username")} label="Username" />
}

const never = new Promise<never>(() => {})
const rejected = () => Promise.reject(new Error("this page has no such store"))

/** No journal: actors begin at their initial states. */
const streams: ActorStreams = {
  start: async (_owner, actors) => {
    for (const { actor } of actors) actor.start(null, null)
  },
  reassign: () => {},
  stop: () => {},
  flush: () => never,
  open: () => {},
  retire: () => never,
}

const actors = new Map<string, AnyActor>()
const runtime = createRuntime({
  baseUrl: "",
  storage: deviceStorage,
  history: browserHistory,
  streams,
  loadPage: () => never,
  loadApiLayer: () => import("../../../src/runtime/api-layer.ts"),
  loadMember: () => never,
  openMarketTrustStore: rejected,
  openOfflineCacheStore: rejected,
  languages: ["en-US"],
  isSiteOn: true,
  now: () => Date.now(),
  leave: () => {},
  inspector: { ...noopInspector, onActor: ({ actor }) => void actors.set(actor.id, actor) },
})

const Page = ({ children }: { readonly children: ReactNode }) => (
  <IntlProvider locale="en-US" messages={english}>
    <RuntimeProvider runtime={runtime}>
      <PageProvider value={{ id: "p1", name: "renders", query: {} }}>
        <Suspense fallback={null}>{children}</Suspense>
      </PageProvider>
    </RuntimeProvider>
  </IntlProvider>
)

Object.assign(globalThis, {
  counts,
  stateOf: (id: string) => JSON.stringify(actors.get(id)?.getSnapshot().value),
  send: (id: string, event: { readonly type: string }) => actors.get(id)?.send(event),
})

await Promise.all([runtime.start(), runtime.apiLayer.load()])
const root = document.getElementById("root")
if (!root) throw new Error("the document has no root")
createRoot(root).render(
  <Page>
    <Upload />
    <Form />
  </Page>,
)
