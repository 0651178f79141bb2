import {
  Activity,
  memo,
  type ReactNode,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react"
import { useActor, useRuntime } from "../runtime/hooks/runtime-context.tsx"
import { PageEntry } from "./page-entry.tsx"
import {
  followStackView,
  initialSlots,
  nextSlots,
  type PageSlots,
  type PageStackFeatures,
  type PageTransition,
  type PrerenderedPage,
  type StackView,
  slotsOf,
  stackViewOf,
} from "./page-slots.ts"
import styles from "./page-stack.module.css"

const useSlots = (features: PageStackFeatures | null): PageSlots => {
  const navigation = useActor("navigation")
  const { pageLifecycles } = useRuntime()
  const [slots, setSlots] = useState(() => initialSlots(stackViewOf(navigation.getSnapshot())))
  const follow = useEffectEvent((view: StackView, transition: PageTransition) => {
    const next = (before: PageSlots) => nextSlots(before, view, transition, features?.prerendered ?? NONE)
    if (features) features.transitionTo(view, transition, next, setSlots)
    else startTransition(() => setSlots(next))
  })
  useEffect(
    () => followStackView(navigation, pageLifecycles, (view, transition) => follow(view, transition)),
    [navigation, pageLifecycles],
  )
  return slots
}

interface SlotProps {
  /** The id of the page in the slot. */
  readonly id: string
  readonly keepLayout: PageStackFeatures["keepLayout"] | undefined
  readonly isVisible: boolean
  readonly transition: PageTransition
  readonly children: ReactNode
}

const Slot = ({ id, keepLayout, isVisible, transition, children }: SlotProps) => {
  const slot = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (slot.current ? keepLayout?.(id, slot.current) : undefined), [id, keepLayout])
  return (
    <div
      ref={slot}
      className={styles.slot}
      data-offscreen={isVisible ? undefined : ""}
      data-transition={isVisible ? transition : undefined}
    >
      <Activity mode={isVisible ? "visible" : "hidden"}>{children}</Activity>
    </div>
  )
}

const NONE: readonly PrerenderedPage[] = []

export interface PageStackProps {
  /** Null for a visitor. */
  readonly features: PageStackFeatures | null
}

/**
 * Every open page, the top one visible and the others hidden with their state, and the prerendered
 * pages.
 */
export const PageStack = memo(({ features }: PageStackProps) => {
  const slots = useSlots(features)
  return slotsOf(slots, features?.prerendered ?? NONE).map(({ key, id, ...page }) => (
    <Slot
      key={key}
      id={id ?? key}
      keepLayout={features?.keepLayout}
      isVisible={id !== null && id === slots.top?.id}
      transition={slots.transition}
    >
      <PageEntry {...page} id={id ?? key} isPrerendered={id === null} />
    </Slot>
  ))
})
