/** Code of a part of a page, loaded when the part is shown. */
import { useEffect, useEffectEvent, useState } from "react"
import { FAILED_AT_ONCE_MS } from "../../domain/limits.ts"
import { createLazyValue, type LazyValue } from "../actors/lazy-value.ts"
import { usePage } from "./page-context.tsx"
import { useRuntime } from "./runtime-context.tsx"

/** Code that `useCode` loads, once for all pages. */
export const codeOf = <Code>(load: () => Promise<Code>): LazyValue<Code> => createLazyValue(load)

/**
 * Loads the code. A retry that fails at once is `stuck`: the failure comes from the browser's memory
 * of the one before, and only a new document helps.
 */
export const attemptCode = async (
  load: () => Promise<unknown>,
  isRetry: boolean,
): Promise<"loaded" | "failed" | "stuck"> => {
  const startedAtMs = performance.now()
  try {
    await load()
    return "loaded"
  } catch {
    return isRetry && performance.now() - startedAtMs < FAILED_AT_ONCE_MS ? "stuck" : "failed"
  }
}

/** Code that cannot be had in this document recovers the page. */
export const useCode = <Code>({ load, current }: LazyValue<Code>) => {
  const { pageLifecycles } = useRuntime()
  const { id } = usePage()
  const [phase, setPhase] = useState<"loading" | "retrying" | "loaded" | "failed">("loading")
  const recover = useEffectEvent(() => pageLifecycles.recover(id))
  useEffect(() => {
    if (phase !== "loading" && phase !== "retrying") return
    let isLeft = false
    attemptCode(load, phase === "retrying").then((outcome) => {
      if (isLeft) return
      setPhase(outcome === "loaded" ? "loaded" : "failed")
      if (outcome === "stuck") recover()
    })
    return () => {
      isLeft = true
    }
  }, [load, phase])
  return {
    /** Undefined until it is there. */
    code: phase === "loaded" ? current() : undefined,
    isFailed: phase === "failed",
    onRetry: () => setPhase("retrying"),
  }
}
