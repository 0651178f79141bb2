/** Code of a part of a page, loaded when the part is shown. */
import { useEffect, useEffectEvent, useMemo } from "react"
import { fromCallback } from "xstate"
import { codeMachine, codePhase } from "../../../machines/code.ts"
import type { CodeEvent } from "../../events/code.ts"
import { createLazyValue, type LazyValue } from "../lazy-value.ts"
import type { Runtime } from "../runtime.ts"
import { usePage } from "./page-context.tsx"
import { useRuntime } from "./runtime-context.tsx"
import { usePageActor } from "./use-page-actor.ts"

/** Code that `useCode` loads, once for all pages. */
export const codeOf = <Code>(load: () => Promise<Code>): LazyValue<Code> => createLazyValue(load)

export interface LoadedCode<Code> {
  /** Undefined until it is there. */
  readonly code: Code | undefined
  readonly isFailed: boolean
  readonly onRetry: () => void
}

export const createCode = (
  { pageActors, now }: Pick<Runtime, "pageActors" | "now">,
  name: string,
  load: () => Promise<unknown>,
) => {
  const machine = codeMachine.provide({
    actors: {
      load: fromCallback(({ sendBack }) => {
        const send = (type: CodeEvent["type"]) => () => sendBack({ type, at: now() })
        load().then(send("code.arrived"), send("code.missed"))
      }),
    },
  })
  return pageActors.create(`code:${name}`, machine, undefined)
}

/** `name` is unique within the page. Code that cannot be had in this document recovers the page. */
export const useCode = <Code>(name: string, { load, current }: LazyValue<Code>): LoadedCode<Code> => {
  const { pageActors, pageLifecycles, now } = useRuntime()
  const { id } = usePage()
  const actor = useMemo(() => createCode({ pageActors, now }, name, load), [pageActors, now, name, load])
  const { phase } = usePageActor(actor, (snapshot) => ({ phase: codePhase(snapshot) }))
  const recover = useEffectEvent(() => pageLifecycles.recover(id))
  useEffect(() => {
    const subscription = actor.onEmit(() => recover())
    return () => subscription.unsubscribe()
  }, [actor])
  return {
    code: phase === "loaded" ? current() : undefined,
    isFailed: phase === "failed",
    onRetry: () => actor.send({ type: "code.retry", at: now() }),
  }
}
