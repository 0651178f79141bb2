import { lazy } from "react"
import { selectLoading, selectQuestion, selectToast } from "../../machines/feedback.ts"
import { selectTop } from "../../machines/navigation.ts"
import { useSession } from "../actors/context/session.ts"
import { useActor, useActorState } from "../actors/context/system.tsx"
import { AppFrame } from "../ui/AppFrame.tsx"
import { LoadingVeil } from "../ui/LoadingVeil.tsx"
import { Toast } from "../ui/Toast.tsx"
import { LateBoundary } from "./late-boundary.tsx"
import { PageStack } from "./page-stack.tsx"

const loadQuestions = () => import("./questions.tsx")
const QuestionView = lazy(() => loadQuestions().then((m) => ({ default: m.QuestionView })))
const LogoutQuestion = lazy(() => loadQuestions().then((m) => ({ default: m.LogoutQuestion })))
const loadMemberFrame = () => import("./member-frame.tsx")
const Tabs = lazy(() => loadMemberFrame().then((m) => ({ default: m.Tabs })))
const FoundOutcomes = lazy(() => loadMemberFrame().then((m) => ({ default: m.FoundOutcomes })))

/** Brings what a member's window has and a visitor's has not, so that it is there when it is drawn. */
export const prepareMemberFrame = (): Promise<unknown> => loadMemberFrame()

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

const Notices = () => {
  const feedback = useActor("feedback")
  const toast = useActorState(feedback, selectToast)
  const loading = useActorState(feedback, selectLoading)
  return (
    <>
      <LoadingVeil open={loading !== null} text={loading || undefined} />
      <Toast toast={toast ? { id: toast.key, icon: toast.icon, text: toast.text } : undefined} />
    </>
  )
}

const nothing = () => {}

/** The window: the pages, the bar of a member, and what the app says over them. */
export const Frame = () => {
  const { user } = useSession()
  const isOnTab = useActorState(useActor("navigation"), (snapshot) => selectTop(snapshot)?.tab ?? false)
  const tabs = (
    <LateBoundary onFail={nothing}>
      <Tabs />
    </LateBoundary>
  )
  return (
    <>
      <AppFrame nav={user ? tabs : undefined} navOnPhone={isOnTab}>
        <PageStack />
      </AppFrame>
      <Questions />
      <Notices />
      {user ? (
        <LateBoundary onFail={nothing}>
          <FoundOutcomes />
        </LateBoundary>
      ) : null}
    </>
  )
}
