import { type RefObject, useEffect, useRef } from "react"

/** Gives the focus to a heading when its view appears, and again with each other `view` in the same place, so that it is read from its beginning. */
export const useHeadingFocus = (view?: string): RefObject<HTMLSpanElement | null> => {
  const heading = useRef<HTMLSpanElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is another heading
  useEffect(() => heading.current?.focus({ preventScroll: true }), [view])
  return heading
}
