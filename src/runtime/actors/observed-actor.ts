/** The one place that creates actors: each is reported to the inspector before it starts. */
import {
  Actor,
  type AnyStateMachine,
  type EmittedFrom,
  type InputFrom,
  type InspectionEvent,
  type Snapshot,
} from "xstate"
import type { Inspector } from "./inspector.ts"

export interface ActorSpec<M extends AnyStateMachine> {
  readonly id: string
  readonly machine: M
  readonly input: InputFrom<M>
  /** Absent: the actor starts from its initial state. */
  readonly snapshot?: Snapshot<unknown>
  readonly onInspection?: (inspected: InspectionEvent) => void
  /** Called after the inspector has seen the event, so that its effects are known as such. */
  readonly onEmitted?: (emitted: EmittedFrom<M>) => void
}

/** An actor that does not run yet. `start` runs it, for the page with this id if it belongs to one. */
export const createObservedActor = <M extends AnyStateMachine>(
  { id, machine, input, snapshot, onInspection, onEmitted }: ActorSpec<M>,
  inspector: Pick<Inspector, "onActor"> | undefined,
): { readonly actor: Actor<M>; readonly start: (page?: string) => void } => {
  const actor = new Actor(machine, {
    id,
    input,
    ...(snapshot && { snapshot }),
    ...(onInspection && { inspect: onInspection }),
  })
  return {
    actor,
    start: (page) => {
      inspector?.onActor({ actor, machine, input, ...(page !== undefined && { page }) })
      if (onEmitted) actor.on("*", onEmitted)
      actor.start()
    },
  }
}
