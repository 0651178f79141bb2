import { useEffect, useState } from "react"
import { Swiper } from "../../../src/ui/Swiper.tsx"
import type { SwiperOptions } from "../../../src/ui/swiper.ts"
import { type FrameworkSwiperOptions, swiperOptionsOf } from "../adapters/swiper-options.ts"
import type { Mount, MountPoint } from "./mount.ts"

type Options = FrameworkSwiperOptions & {
  readonly ids: readonly string[]
  /** False hides the dots; the product always shows them. */
  readonly indicatorDots?: boolean
  /** True keeps touches from the swiper; the product always takes them. */
  readonly disableTouch?: boolean
}

interface Handles {
  set: (options: Partial<Options>) => void
}

const labels = {
  label: "Slides",
  pause: "Pause",
  play: "Play",
  slide: (number: number, count: number) => `Slide ${number} of ${count}`,
}

const HIDDEN_DOTS = '[aria-label^="Slide "]:is(button) { display: none }'

const Slides = (props: {
  readonly mountPoint: MountPoint
  readonly options: Options
  readonly handles: Handles
}) => {
  const { mountPoint, handles } = props
  const [options, setOptions] = useState(props.options)
  useEffect(() => {
    handles.set = (changes) => setOptions((now) => ({ ...now, ...changes }))
  }, [handles])
  const { ids, indicatorDots = true, disableTouch = false } = options
  const swiperOptions: SwiperOptions = swiperOptionsOf(options, ids)
  return (
    <div
      style={{ inlineSize: "360px", blockSize: "200px" }}
      onPointerDownCapture={(event) => {
        if (disableTouch) event.stopPropagation()
      }}
    >
      {indicatorDots ? null : <style>{HIDDEN_DOTS}</style>}
      <Swiper
        {...swiperOptions}
        labels={labels}
        slides={ids.map((id, index) => ({
          id,
          content: <div style={{ blockSize: "200px" }}>{`Slide ${index + 1}`}</div>,
        }))}
        onChange={(current, source) => mountPoint.note("change", { current, source })}
      />
    </div>
  )
}

/** The product's swiper with one slide per id. `set` changes its options. */
export const mount: Mount = (mountPoint, options) => {
  const handles: Handles = { set: () => {} }
  mountPoint.show(
    <Slides mountPoint={mountPoint} options={{ ids: ["0", "1", "2"], ...options }} handles={handles} />,
  )
  return { set: (changes) => handles.set(typeof changes === "object" && changes !== null ? changes : {}) }
}
