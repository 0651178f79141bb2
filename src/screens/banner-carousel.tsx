import { type RefObject, useEffect, useRef, useState } from "react"
import { useIntl } from "react-intl"
import type { Banner } from "../domain/entities.ts"
import { SWIPER_INTERVAL_MS } from "../domain/limits.ts"
import { glyphPause, glyphPlay } from "../ui/glyphs.ts"
import { IconButton } from "../ui/IconButton.tsx"
import styles from "./banner-carousel.module.css"

export interface BannerCarouselProps {
  readonly banners: readonly Banner[]
}

const wantsStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches

const slideAt = (track: HTMLElement): number => Math.round(track.scrollLeft / Math.max(1, track.clientWidth))

const showSlide = (track: HTMLElement, index: number) =>
  track.scrollTo({ left: index * track.clientWidth, behavior: wantsStillness() ? "instant" : "smooth" })

/** Turns to the next slide after each interval; a pointer or the focus on it holds it still. */
const useAutoplay = (track: RefObject<HTMLElement | null>, count: number, playing: boolean) => {
  useEffect(() => {
    if (!playing || count < 2) return
    const timer = setInterval(() => {
      const element = track.current
      if (!element || element.matches(":hover, :focus-within") || document.hidden) return
      showSlide(element, (slideAt(element) + 1) % count)
    }, SWIPER_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [track, count, playing])
}

const Slide = ({ banner, first }: { readonly banner: Banner; readonly first: boolean }) => {
  const content = (
    <>
      <img
        className={styles.image}
        src={banner.swipe_image}
        alt=""
        width="960"
        height="360"
        loading={first ? "eager" : "lazy"}
        decoding="async"
      />
      <span className={styles.title}>{banner.title}</span>
    </>
  )
  return banner.link === null ? (
    <div className={styles.face}>{content}</div>
  ) : (
    <a className={styles.face} href={banner.link} target="_blank" rel="noopener noreferrer">
      {content}
    </a>
  )
}

/** The banners of the home page: swiped by hand or turned every five seconds, always pausable; a single one is still. */
export const BannerCarousel = ({ banners }: BannerCarouselProps) => {
  const intl = useIntl()
  const track = useRef<HTMLUListElement>(null)
  const [active, setActive] = useState(0)
  const [playing, setPlaying] = useState(() => !wantsStillness())
  useAutoplay(track, banners.length, playing)
  if (banners.length === 0) return null
  return (
    <section className={styles.carousel} aria-label={intl.formatMessage({ id: "home.banners" })}>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
        tabIndex={0}
        ref={track}
        className={styles.track}
        onScroll={(event) => setActive(slideAt(event.currentTarget))}
      >
        {banners.map((banner, index) => (
          <li key={banner.id} className={styles.slide} inert={index !== active}>
            <Slide banner={banner} first={index === 0} />
          </li>
        ))}
      </ul>
      {banners.length > 1 ? (
        <div className={styles.controls}>
          <div className={styles.dots}>
            {banners.map((banner, index) => (
              <button
                key={banner.id}
                type="button"
                className={styles.dot}
                aria-label={intl.formatMessage(
                  { id: "home.banner" },
                  { index: index + 1, count: banners.length },
                )}
                aria-current={index === active || undefined}
                onClick={() => track.current && showSlide(track.current, index)}
              />
            ))}
          </div>
          <IconButton
            glyph={playing ? glyphPause : glyphPlay}
            label={intl.formatMessage({ id: playing ? "home.banners.pause" : "home.banners.play" })}
            onClick={() => setPlaying(!playing)}
          />
        </div>
      ) : null}
    </section>
  )
}
