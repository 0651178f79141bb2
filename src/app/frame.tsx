import { lazy, type ReactNode, use, useEffect, useEffectEvent, useRef, useState } from "react"
import { useIntl } from "react-intl"
import { hasToastOrLoading, selectQuestion } from "../../machines/feedback.ts"
import { selectTop } from "../../machines/navigation.ts"
import { selectConfig } from "../../machines/startup.ts"
import { LazyBoundary } from "../features/patterns/error-boundary.tsx"
import { whenIdle } from "../runtime/hooks/defer-work.ts"
import { useActor, useActorState } from "../runtime/hooks/runtime-context.tsx"
import { codeOf } from "../runtime/hooks/use-code.ts"
import { useFeedback } from "../runtime/hooks/use-feedback.ts"
import { useNavigation } from "../runtime/hooks/use-navigation.ts"
import { useAmountsHidden, useAppearance, useConfig } from "../runtime/hooks/use-preferences.ts"
import { useSession } from "../runtime/hooks/use-session.ts"
import { HiddenAmounts } from "../ui/hidden-amounts.tsx"
import type { MessageId } from "../ui/message-id.ts"
import { AppFrame } from "../ui/Page.tsx"
import { type PriceUnits, PriceUnitsProvider } from "../ui/price-unit.tsx"
import { BrandProvider } from "../ui/Wordmark.tsx"
import { DocumentPart } from "./document-part.tsx"
import type { TabsProps } from "./member-frame.tsx"
import type { PageStackFeatures } from "./page-slots.ts"
import { PageStack } from "./page-stack.tsx"

/** A login or a stored session starts the load. */
const memberFrame = codeOf(() => import("./member-frame.tsx"))
export const loadMemberFrame = memberFrame.load
/** At once where the code has loaded: `lazy` would show a placeholder first. */
const useMemberFrame = () => use(memberFrame.load())

const loadQuestions = () => import("./questions.tsx")
const QuestionView = lazy(() => loadQuestions().then((m) => ({ default: m.QuestionView })))
const LogoutQuestion = lazy(() => loadQuestions().then((m) => ({ default: m.LogoutQuestion })))
const ToastAndLoading = lazy(() =>
  import("./toast-and-loading.tsx").then((m) => ({ default: m.ToastAndLoading })),
)

const Tabs = (props: TabsProps) => {
  const frame = useMemberFrame()
  return <frame.Tabs {...props} />
}

const LoadedBesidePages = lazy(() => import("./beside-pages.tsx").then((m) => ({ default: m.BesidePages })))

/** Loaded with the member's actors, which it follows. */
const BesidePages = () => {
  useActor("stream")
  return <LoadedBesidePages />
}

/** Questions over the page. One whose code fails to load is cancelled. */
const Questions = () => {
  const feedback = useActor("feedback")
  const question = useActorState(feedback, selectQuestion)
  const { asking, cancelLogout } = useSession()
  const key = question?.key
  return (
    <>
      {question && key !== undefined ? (
        <LazyBoundary key={key} onFail={() => feedback.send({ type: "feedback.cancel", key })}>
          <QuestionView question={question} />
        </LazyBoundary>
      ) : null}
      {asking ? (
        <LazyBoundary onFail={cancelLogout}>
          <LogoutQuestion />
        </LazyBoundary>
      ) : null}
    </>
  )
}

const nothing = () => {}

/**
 * Loads the live region for toasts: for a visitor with the first touch, for a member when the
 * browser is idle. Screen readers announce only what appears in a region that exists already.
 */
const LazyToastAndLoading = ({ isMember }: { readonly isMember: boolean }) => {
  const hasFeedback = useActorState(useActor("feedback"), hasToastOrLoading)
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const listening = new AbortController()
    for (const type of ["pointerdown", "keydown"])
      addEventListener(type, () => setWanted(true), { once: true, passive: true, signal: listening.signal })
    return () => listening.abort()
  }, [])
  useEffect(() => (isMember ? whenIdle(() => setWanted(true)) : undefined), [isMember])
  if (hasFeedback && !isWanted) setWanted(true)
  return isWanted ? (
    <LazyBoundary onFail={nothing}>
      <ToastAndLoading />
    </LazyBoundary>
  ) : null
}

/**
 * A component of its own, because it alone renders within the tap that leads from a tab page to
 * another page and back.
 */
const BarAndPages = ({ bar, children }: { readonly bar: ReactNode; readonly children: ReactNode }) => {
  const isOnTab = useActorState(useActor("navigation"), (snapshot) => selectTop(snapshot)?.tab ?? false)
  return (
    <AppFrame nav={bar} navOnPhone={isOnTab}>
      {children}
    </AppFrame>
  )
}

const NO_UNITS: PriceUnits = {}

/** The tab bar until its code has loaded. */
const DocumentTabBar = () => {
  const { tapTab } = useNavigation()
  return (
    <DocumentPart template="window" selector="div:has(> nav)" onOpen={(url) => void tapTab(url)}>
      {null}
    </DocumentPart>
  )
}

/** The whole window: the page stack, a member's tab bar, questions and toasts. */
export const Frame = () => {
  const { user } = useSession()
  const { areHidden } = useAmountsHidden()
  const config = useConfig()
  const appearance = useAppearance()
  useSessionToasts()
  const [features, setFeatures] = useState<PageStackFeatures | null>(null)
  const tabs = (
    <LazyBoundary onFail={nothing} pending={<DocumentTabBar />}>
      <Tabs key={user?.id} onFeatures={setFeatures} />
    </LazyBoundary>
  )
  return (
    // a visitor has no figures of their own: what login and registration show is for everybody
    <HiddenAmounts areHidden={areHidden && user !== null}>
      <BrandProvider value={appearance}>
        <PriceUnitsProvider value={config?.market.priceUnits ?? NO_UNITS}>
          <BarAndPages bar={user ? tabs : undefined}>
            <PageStack features={features} />
          </BarAndPages>
          <Questions />
          <LazyToastAndLoading isMember={user !== null} />
          {user ? (
            <LazyBoundary onFail={nothing}>
              <BesidePages />
            </LazyBoundary>
          ) : null}
        </PriceUnitsProvider>
      </BrandProvider>
    </HiddenAmounts>
  )
}

const WELCOME = { login: "login.done", registration: "register.done" } as const

/**
 * Shows a toast when the session ends because of a missing or invalid token, with the reason, and
 * one after a login or a registration, as soon as the page it leads to is visible. That after a
 * registration names the bonus that was credited.
 */
const useSessionToasts = (): void => {
  const intl = useIntl()
  const session = useActor("session")
  const navigation = useActor("navigation")
  const { toast } = useFeedback()
  const show = useEffectEvent((id: MessageId, icon: "none" | "success") =>
    toast(intl.formatMessage({ id }), { icon }),
  )
  const startup = useActor("startup")
  const greet = useEffectEvent((how: keyof typeof WELCOME) => {
    const amount = selectConfig(startup.getSnapshot())?.registrationBonus ?? "0.00"
    if (how === "login" || amount === "0.00") return show(WELCOME[how], "success")
    // loaded with the member's home, and so kept out of the first bundle
    import("../ui/format.ts").then(
      ({ formatOf }) => {
        const values = { amount: formatOf(intl.locale).amount(amount) }
        toast(intl.formatMessage({ id: "register.done.bonus" }, values))
      },
      () => show(WELCOME[how], "success"),
    )
  })
  /** How the session began in this tab, until the next page is shown. */
  const greeting = useRef<keyof typeof WELCOME | null>(null)
  useEffect(() => {
    const ofSession = session.onEmit((event) => {
      if (event.type === "session.lapsed") show(`error.${event.reason}`, "none")
      if (event.type === "session.began") greeting.current = event.by
    })
    const ofNavigation = navigation.onEmit(({ type }) => {
      if (type !== "page.show" || greeting.current === null) return
      greet(greeting.current)
      greeting.current = null
    })
    return () => {
      ofSession.unsubscribe()
      ofNavigation.unsubscribe()
    }
  }, [session, navigation])
}
