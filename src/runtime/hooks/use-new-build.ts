/** A newer build of the app that is installed and waits. */
import { useEffect, useEffectEvent } from "react"
import { isOffered } from "../../../machines/build.ts"
import { useActor, useActorState, useRuntime } from "./runtime-context.tsx"

/**
 * Calls back when the member is to be asked whether to load the newer build; `answer` says what they
 * want. Suspends until the member's actors are ready.
 */
export const useNewBuild = (ask: (answer: (isWanted: boolean) => void) => void): void => {
  const { now } = useRuntime()
  const build = useActor("build")
  const isAsked = useActorState(build, isOffered)
  const asked = useEffectEvent(() =>
    ask((isWanted) => build.send({ type: isWanted ? "build.accept" : "build.decline", at: now() })),
  )
  useEffect(() => {
    if (isAsked) asked()
  }, [isAsked])
}
