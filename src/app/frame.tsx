import { lazy, type ReactNode, useEffect, useState } from "react"
import { selectQuestion } from "../../machines/feedback.ts"
import { selectTop } from "../../machines/navigation.ts"
import { LateBoundary } from "../features/patterns/late-boundary.tsx"
import { useActor, useActorState } from "../runtime/hooks/runtime-context.tsx"
import { useSession } from "../runtime/hooks/use-session.ts"
import { whenIdle } from "../runtime/hooks/when-idle.ts"
import { AppFrame } from "../ui/AppFrame.tsx"
import { PageStack } from "./page-stack.tsx"
import type { Stage } from "./scene.ts"
import { loadMemberFrame, tabBarShape } from "./shapes.tsx"
import { useSessionTold } from "./use-session-told.ts"

const loadQuestions = () => import("./questions.tsx")
const QuestionView = lazy(() => loadQuestions().then((m) => ({ default: m.QuestionView })))
const LogoutQuestion = lazy(() => loadQuestions().then((m) => ({ default: m.LogoutQuestion })))
const Notices = lazy(() => import("./notices.tsx").then((m) => ({ default: m.Notices })))
const Tabs = lazy(() => loadMemberFrame().then((m) => ({ default: m.Tabs })))
const BuildOffer = lazy(() => loadMemberFrame().then((m) => ({ default: m.BuildOffer })))
const FoundOutcomes = lazy(() => loadMemberFrame().then((m) => ({ default: m.FoundOutcomes })))

/** What is asked over the page. A question whose code cannot be had is not asked: it is answered with no. */
const Questions = () => {
  const feedback = useActor("feedback")
  const question = useActorState(feedback, selectQuestion)
  const { asking, cancelLogout } = useSession()
  const key = question?.key
  return (
    <>
      {question && key !== undefined ? (
        <LateBoundary key={key} onFail={() => feedback.send({ type: "feedback.cancel", key })}>
          <QuestionView question={question} />
        </LateBoundary>
      ) : null}
      {asking ? (
        <LateBoundary onFail={cancelLogout}>
          <LogoutQuestion />
        </LateBoundary>
      ) : null}
    </>
  )
}

const nothing = () => {}

/**
 * The place where the app speaks has to be there before the first word, or that is not announced. Nothing is said before the first touch: a visitor's comes with
 * it, a member's when there is nothing better to do, so that the first tap does not have to wait for it.
 */
const LateNotices = ({ isMember }: { readonly isMember: boolean }) => {
  const isSaying = useActorState(useActor("feedback"), ({ context }) => context.front !== null)
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const touched = new AbortController()
    for (const type of ["pointerdown", "keydown"])
      addEventListener(type, () => setWanted(true), { once: true, passive: true, signal: touched.signal })
    return () => touched.abort()
  }, [])
  useEffect(() => (isMember ? whenIdle(() => setWanted(true)) : undefined), [isMember])
  if (isSaying && !isWanted) setWanted(true)
  return isWanted ? (
    <LateBoundary onFail={nothing}>
      <Notices />
    </LateBoundary>
  ) : null
}

/** Apart, because it alone is drawn anew in the tap that leads from a tab page to another page and back. */
const BarAndPages = ({ bar, children }: { readonly bar: ReactNode; readonly children: ReactNode }) => {
  const isOnTab = useActorState(useActor("navigation"), (snapshot) => selectTop(snapshot)?.tab ?? false)
  return (
    <AppFrame nav={bar} navOnPhone={isOnTab}>
      {children}
    </AppFrame>
  )
}

/** The window: the pages, the bar of a member, and what the app says over them. */
export const Frame = () => {
  const { user } = useSession()
  useSessionTold()
  const [stage, setStage] = useState<Stage | null>(null)
  const tabs = (
    <LateBoundary onFail={nothing} meanwhile={tabBarShape()}>
      <Tabs key={user?.id} onStage={setStage} />
    </LateBoundary>
  )
  return (
    <>
      <BarAndPages bar={user ? tabs : undefined}>
        <PageStack stage={stage} />
      </BarAndPages>
      <Questions />
      <LateNotices isMember={user !== null} />
      {user ? (
        <LateBoundary onFail={nothing}>
          <FoundOutcomes />
          <BuildOffer />
        </LateBoundary>
      ) : null}
    </>
  )
}
