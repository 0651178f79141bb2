import { useState } from "react"
import { useIntl } from "react-intl"
import { selectLoading, selectQuestion, selectToast } from "../../machines/feedback.ts"
import { selectTop } from "../../machines/navigation.ts"
import { useFeedback } from "../actors/context/feedback.ts"
import { useNavigation } from "../actors/context/navigation.tsx"
import { useFoundOutcomes } from "../actors/context/outcomes.ts"
import { useOverlay } from "../actors/context/page.tsx"
import { useSession } from "../actors/context/session.ts"
import { useActor, useActorState } from "../actors/context/system.tsx"
import type { Modal as ModalQuestion, ActionSheet as SheetQuestion } from "../domain/events/feedback.ts"
import { urlOf } from "../domain/routes.ts"
import { ActionSheet } from "../ui/ActionSheet.tsx"
import { AppFrame } from "../ui/AppFrame.tsx"
import { Field } from "../ui/Field.tsx"
import { LoadingVeil } from "../ui/LoadingVeil.tsx"
import { Modal } from "../ui/Modal.tsx"
import { TabBar, type TabId } from "../ui/TabBar.tsx"
import { Toast } from "../ui/Toast.tsx"
import { PageStack } from "./page-stack.tsx"

const hrefs: Readonly<Record<TabId, string>> = {
  home: urlOf("home"),
  optional: urlOf("market"),
  trade: urlOf("trade"),
  hold: urlOf("hold"),
  my: urlOf("my"),
}

const tabOf = (path: string | undefined): TabId | undefined => {
  const tabs: readonly TabId[] = ["home", "optional", "trade", "hold", "my"]
  return tabs.find((id) => hrefs[id] === path)
}

const Tabs = () => {
  const { tapTab } = useNavigation()
  const navigation = useActor("navigation")
  const active = useActorState(navigation, (snapshot) => tabOf(snapshot.context.pages.stack[0]?.path))
  return <TabBar active={active} hrefs={hrefs} onSelect={(id) => void tapTab(hrefs[id])} />
}

const ModalQuestionView = ({ question }: { readonly question: ModalQuestion }) => {
  const feedback = useActor("feedback")
  const [content, setContent] = useState(question.content)
  const { key, editable } = question
  const cancel = () => feedback.send({ type: "feedback.cancel", key })
  useOverlay(true, cancel)
  return (
    <Modal
      open
      title={question.title}
      tone={question.danger ? "danger" : "primary"}
      showCancel={question.showCancel}
      confirmLabel={question.confirmText}
      cancelLabel={question.cancelText}
      onCancel={cancel}
      onConfirm={() => feedback.send({ type: "feedback.confirm", key, ...(editable && { content }) })}
    >
      {editable ? (
        <Field label={question.placeholder ?? question.title} value={content} onChange={setContent} />
      ) : (
        question.content
      )}
    </Modal>
  )
}

const SheetQuestionView = ({ question }: { readonly question: SheetQuestion }) => {
  const feedback = useActor("feedback")
  const { key, title, items } = question
  const cancel = () => feedback.send({ type: "feedback.cancel", key })
  useOverlay(true, cancel)
  return (
    <ActionSheet
      open
      title={title}
      actions={items.map(({ danger, ...item }) => ({ ...item, tone: danger ? "danger" : "plain" }))}
      onPick={(id) => feedback.send({ type: "feedback.pick", key, id })}
      onClose={cancel}
    />
  )
}

const LogoutQuestion = () => {
  const intl = useIntl()
  const { asking, confirmLogout, cancelLogout } = useSession()
  useOverlay(asking, cancelLogout)
  return (
    <Modal
      open={asking}
      tone="danger"
      title={intl.formatMessage({ id: "my.logout.question" })}
      confirmLabel={intl.formatMessage({ id: "my.logout" })}
      onConfirm={confirmLogout}
      onCancel={cancelLogout}
    >
      {intl.formatMessage({ id: "my.logout.text" })}
    </Modal>
  )
}

const Overlays = () => {
  const feedback = useActor("feedback")
  const toast = useActorState(feedback, selectToast)
  const loading = useActorState(feedback, selectLoading)
  const question = useActorState(feedback, selectQuestion)
  return (
    <>
      {question?.kind === "modal" ? <ModalQuestionView key={question.key} question={question} /> : null}
      {question?.kind === "sheet" ? <SheetQuestionView key={question.key} question={question} /> : null}
      <LogoutQuestion />
      <LoadingVeil open={loading !== null} text={loading || undefined} />
      <Toast toast={toast ? { id: toast.key, icon: toast.icon, text: toast.text } : undefined} />
    </>
  )
}

const FOUND_MS = 4_000

/** Says what became of an operation that was in doubt, wherever the member is by then. */
const FoundOutcomes = () => {
  const intl = useIntl()
  const { toast } = useFeedback()
  useFoundOutcomes(({ outcome }) =>
    toast(intl.formatMessage({ id: `found.${outcome}` }), { icon: "none", durationMs: FOUND_MS }),
  )
  return null
}

/** The window: the pages, the bar of a member, and what the app says over them. */
export const Frame = () => {
  const { user } = useSession()
  const isOnTab = useActorState(useActor("navigation"), (snapshot) => selectTop(snapshot)?.tab ?? false)
  return (
    <>
      <AppFrame nav={user ? <Tabs /> : undefined} navOnPhone={isOnTab}>
        <PageStack />
      </AppFrame>
      <Overlays />
      {user ? <FoundOutcomes /> : null}
    </>
  )
}
