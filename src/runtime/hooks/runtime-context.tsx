/** React context of the runtime, and the hooks that select actors and their state from it. */
import { useSelector } from "@xstate/react"
import {
  createContext,
  type ReactNode,
  use,
  useContext,
  useEffect,
  useEffectEvent,
  useSyncExternalStore,
} from "react"
import type { SnapshotListener } from "../actors/actor-host.ts"
import type { BootActors } from "../actors/boot-actors.ts"
import type { MemberActors } from "../actors/member-actors.ts"
import type { Runtime } from "../actors/runtime.ts"
import type { ApiLayer } from "../api/api-layer.ts"

export type Sources = Pick<Runtime, "quotes" | "resolvedOperations">

const SourcesContext = createContext<Sources | null>(null)

export const SourcesProvider = SourcesContext.Provider

/** The runtime's own, unless a provider gives others. */
export const useSources = (): Sources => {
  const runtime = useRuntime()
  return useContext(SourcesContext) ?? runtime
}

const RuntimeContext = createContext<Runtime | null>(null)

export const RuntimeProvider = ({
  runtime,
  children,
}: {
  readonly runtime: Runtime
  readonly children: ReactNode
}) => <RuntimeContext value={runtime}>{children}</RuntimeContext>

export const useRuntime = (): Runtime => {
  const runtime = useContext(RuntimeContext)
  if (!runtime) throw new Error("useRuntime is used outside of RuntimeProvider")
  return runtime
}

type BootName = keyof BootActors
type MemberName = keyof MemberActors

const isBootName = (boot: BootActors, name: string): name is BootName => name in boot

/** The handle of a top-level actor. Suspends until a member's actor is ready. */
export function useActor<N extends BootName>(name: N): BootActors[N]
export function useActor<N extends MemberName>(name: N): MemberActors[N]
export function useActor(name: BootName | MemberName): BootActors[BootName] | MemberActors[MemberName] {
  const { boot, member, onMemberChange } = useRuntime()
  const promise = useSyncExternalStore(onMemberChange, member.load, member.load)
  return isBootName(boot, name) ? boot[name] : use(promise)[name]
}

/** Suspends until the API layer is loaded. */
export const useApiLayer = (): ApiLayer => {
  const { apiLayer } = useRuntime()
  return use(apiLayer.load())
}

export interface SnapshotSource<S> {
  getSnapshot(): S
  subscribe(listener: SnapshotListener<S>): { unsubscribe(): void }
}

/** Calls back with each event that the actor emits. */
export const useEmitted = <Emitted,>(
  actor: { onEmit(listener: (emitted: Emitted) => void): { unsubscribe(): void } },
  onEmitted: (emitted: Emitted) => void,
): void => {
  const emit = useEffectEvent(onEmitted)
  useEffect(() => {
    const subscription = actor.onEmit((emitted) => emit(emitted))
    return () => subscription.unsubscribe()
  }, [actor])
}

/** Selects from an actor's snapshot. Renders only when the result changes. */
export const useActorState = <S, T>(
  handle: SnapshotSource<S>,
  selector: (snapshot: S) => T,
  isSame?: (a: T, b: T) => boolean,
): T => useSelector(handle, selector, isSame)
