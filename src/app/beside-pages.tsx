/** What runs beside the pages of a member: the connection, toasts and the question to reload. */
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react"
import { useIntl } from "react-intl"
import { selectTop } from "../../machines/navigation.ts"
import { isStepUpShown } from "../../machines/step-up.ts"
import { NOTICE_TOAST_MS } from "../domain/limits.ts"
import type { OperationResolved } from "../events/operation.ts"
import { useNoticeText } from "../features/notices/notice-text.ts"
import { useActor, useActorState, useRuntime, useSources } from "../runtime/hooks/runtime-context.tsx"
import { useFeedback } from "../runtime/hooks/use-feedback.ts"
import { useNavigation } from "../runtime/hooks/use-navigation.ts"
import { useNewBuilds } from "../runtime/hooks/use-new-builds.ts"
import { useAnnouncedNotices } from "../runtime/hooks/use-notices.ts"
import { useLocale } from "../runtime/hooks/use-preferences.ts"
import { useOpenedRecord, useRenewedPush } from "../runtime/hooks/use-push.ts"
import { useLiveConnection } from "../runtime/hooks/use-quotes.ts"
import { RealityCheck } from "./reality-check.tsx"

/** Shows a toast when something happens to the member's money or records, by its own name. */
const NoticeToasts = () => {
  const { toast } = useFeedback()
  const textOf = useNoticeText()
  useAnnouncedNotices((events) => toast(textOf(events), { icon: "none", durationMs: NOTICE_TOAST_MS }))
  return null
}

/** Long enough to be seen after the notice of what the operation did, which may come in front of it. */
const FOUND_TOAST_MS = 2 * NOTICE_TOAST_MS

/** Keeps pushed notices in the member's language, and opens the record of one that was tapped. */
const PushedNotices = () => {
  const { navigateTo } = useNavigation()
  useRenewedPush(useLocale().locale)
  useOpenedRecord((url) => void navigateTo(url))
  return null
}

/** Holds the connection that prices and the member's changes come over, on every page of a member. */
const LiveConnection = () => {
  useLiveConnection()
  return null
}

/**
 * Shows a toast for each operation in doubt that was resolved, unless the page in view shows it itself:
 * the page that sent it does, also after a reload; another visit or another tab does not.
 */
const ResolvedOperationToasts = () => {
  const intl = useIntl()
  const { toast } = useFeedback()
  const { boot } = useRuntime()
  const { resolvedOperations } = useSources()
  const show = useEffectEvent(({ outcome }: OperationResolved) =>
    toast(intl.formatMessage({ id: `found.${outcome}` }), { icon: "none", durationMs: FOUND_TOAST_MS }),
  )
  useEffect(() => {
    const check = () => {
      const visit = selectTop(boot.navigation.getSnapshot())?.id
      for (const resolved of resolvedOperations.take()) if (resolved.visit !== visit) show(resolved)
    }
    check()
    return resolvedOperations.subscribe(check)
  }, [boot, resolvedOperations])
  return null
}

/** Asks whether to load a newer build now. */
const UpdatePrompt = () => {
  const intl = useIntl()
  const { modal } = useFeedback()
  useNewBuilds(async () => {
    const content = intl.formatMessage({ id: "page.outdated" })
    const confirmText = intl.formatMessage({ id: "page.reload" })
    const { confirmed } = await modal({ content, confirmText })
    return confirmed
  })
  return null
}

const LoadedStepUpSheet = lazy(() =>
  import("../features/patterns/step-up-sheet.tsx").then((m) => ({ default: m.StepUpSheet })),
)

/** Loads the sheet of confirmations when there is one. */
const StepUps = () => {
  const { actor } = useActor("stepUp")
  const [isLoaded, setLoaded] = useState(false)
  const isShown = useActorState(actor, isStepUpShown)
  if (isShown && !isLoaded) setLoaded(true)
  return isLoaded ? (
    <Suspense>
      <LoadedStepUpSheet />
    </Suspense>
  ) : null
}

export const BesidePages = () => (
  <>
    <StepUps />
    <LiveConnection />
    <ResolvedOperationToasts />
    <NoticeToasts />
    <PushedNotices />
    <UpdatePrompt />
    <RealityCheck />
  </>
)
