/** Measured heights of the rows of a long list. */
import { useMemo, useState } from "react"

/** Limit of remembered heights. */
const HEIGHTS_MAX = 4_000

interface RowHeights {
  readonly heightOf: (key: string) => number
  readonly observe: (element: HTMLLIElement | null) => (() => void) | undefined
  /** Changes when a measured height differs from the assumed one. */
  readonly version: number
}

/** Measures each drawn row and remembers its height by key. */
export const useRowHeights = (estimatePx: number): RowHeights => {
  const [version, setVersion] = useState(0)
  const measure = useMemo(() => {
    const heights = new Map<string, number>()
    let assumed: number | undefined
    const heightOf = (key: string) => heights.get(key) ?? assumed ?? estimatePx
    const note = (row: Element, height: number): boolean => {
      const key = row instanceof HTMLElement ? row.dataset.key : undefined
      if (key === undefined) return false
      const isOther = heightOf(key) !== height
      assumed ??= height
      // rows forgotten here are measured again when they are drawn
      if (heights.size >= HEIGHTS_MAX) heights.clear()
      heights.set(key, height)
      return isOther
    }
    const turn = (isOther: boolean) => {
      if (isOther) setVersion((now) => now + 1)
    }
    // a hidden page measures 0, which is ignored
    const hear = (entries: readonly ResizeObserverEntry[]) =>
      turn(
        entries
          .map(({ target, borderBoxSize }) => {
            const height = borderBoxSize[0]?.blockSize
            return height ? note(target, height) : false
          })
          .includes(true),
      )
    let observer: ResizeObserver | undefined
    return {
      heightOf,
      observe: (element: HTMLLIElement | null) => {
        if (!element) return
        observer ??= new ResizeObserver(hear)
        observer.observe(element, { box: "border-box" })
        return () => observer?.unobserve(element)
      },
    }
  }, [estimatePx])
  return { ...measure, version }
}
