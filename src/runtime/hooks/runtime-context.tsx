/** How components reach the house: the machines by name, with their types. */
import { useSelector } from "@xstate/react"
import { createContext, type ReactNode, use, useContext, useSyncExternalStore } from "react"
import type { SnapshotListener } from "../actor-handle.ts"
import type { Backroom } from "../api-layer.ts"
import type { BootSeats } from "../boot-actors.ts"
import type { MemberSeats } from "../member-actors.ts"
import type { System } from "../runtime.ts"

const SystemContext = createContext<System | null>(null)

export const SystemProvider = ({
  system,
  children,
}: {
  readonly system: System
  readonly children: ReactNode
}) => <SystemContext value={system}>{children}</SystemContext>

export const useSystem = (): System => {
  const system = useContext(SystemContext)
  if (!system) throw new Error("useSystem is used outside of SystemProvider")
  return system
}

type BootName = keyof BootSeats
type MemberName = keyof MemberSeats

const isBootName = (boot: BootSeats, name: string): name is BootName => name in boot

/** A machine's seat, for sending commands. Suspends for the machine of a member until it is ready. */
export function useActor<N extends BootName>(name: N): BootSeats[N]
export function useActor<N extends MemberName>(name: N): MemberSeats[N]
export function useActor(name: BootName | MemberName): BootSeats[BootName] | MemberSeats[MemberName] {
  const { boot, member, onMemberChange } = useSystem()
  const promise = useSyncExternalStore(onMemberChange, member, member)
  return isBootName(boot, name) ? boot[name] : use(promise)[name]
}

/** What calls the server. Suspends until it is there. */
export const useBackroom = (): Backroom => use(useSystem().backroom())

export interface Readable<S> {
  getSnapshot(): S
  subscribe(listener: SnapshotListener<S>): { unsubscribe(): void }
}

/** What a selector makes of a seat's snapshot; renders again only when that changes. */
export const useActorState = <S, T>(
  seat: Readable<S>,
  selector: (snapshot: S) => T,
  isSame?: (a: T, b: T) => boolean,
): T => useSelector(seat, selector, isSame)
