import { useEffect, useState } from "react"
import { Swiper } from "../../../src/ui/Swiper.tsx"
import type { SwiperOptions } from "../../../src/ui/swiper.ts"
import type { Mount, Stage } from "./stage.ts"

type Options = SwiperOptions & {
  readonly ids: readonly string[]
  readonly indicatorDots?: boolean
}

interface Handles {
  set: (options: Partial<Options>) => void
}

const words = {
  label: "Slides",
  pause: "Pause",
  play: "Play",
  slide: (number: number, count: number) => `Slide ${number} of ${count}`,
}

const Slides = (props: { readonly stage: Stage; readonly options: Options; readonly handles: Handles }) => {
  const { stage, handles } = props
  const [options, setOptions] = useState(props.options)
  useEffect(() => {
    handles.set = (told) => setOptions((now) => ({ ...now, ...told }))
  }, [handles])
  const { ids, ...rest } = options
  return (
    <div style={{ inlineSize: "360px", blockSize: "200px" }}>
      <Swiper
        {...rest}
        words={words}
        slides={ids.map((id, index) => ({
          id,
          content: <div style={{ blockSize: "200px" }}>{`Slide ${index + 1}`}</div>,
        }))}
        onChange={(current, source) => stage.note("change", { current, source })}
      />
    </div>
  )
}

/** A swiper of so many slides. */
export const mount: Mount = (stage, options) => {
  const handles: Handles = { set: () => {} }
  stage.show(<Slides stage={stage} options={{ ids: ["0", "1", "2"], ...options }} handles={handles} />)
  return { set: (told) => handles.set(typeof told === "object" && told !== null ? told : {}) }
}
