import { useLayoutEffect, useRef, useState } from "react"
import { useIntl } from "react-intl"
import { VIDEO_RATES } from "../domain/limits.ts"
import { Button } from "./Button.tsx"
import styles from "./MediaPlayer.module.css"
import { Notice } from "./Notice.tsx"
import { Segmented } from "./Segmented.tsx"

/** The words of a video in one language, as WebVTT. */
export interface Captions {
  readonly src: string
  /** BCP 47. */
  readonly language: string
}

export interface MediaPlayerProps {
  /** Path of a video on this server. */
  readonly src: string
  /** Accessible name; the surrounding text describes the content. */
  readonly label: string
  /** Those in the language of the app are shown; the browser's menu offers the others. */
  readonly captions?: readonly Captions[]
}

/** "Deutsch" for "de-DE". */
const nameOf = (tag: string): string => {
  const { language } = new Intl.Locale(tag)
  return new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language
}

const USUAL_RATE = 1

/**
 * A video with the browser's controls and six rates. It never autoplays, and preloads only its
 * metadata.
 */
export const MediaPlayer = ({ src, label, captions = [] }: MediaPlayerProps) => {
  const intl = useIntl()
  const video = useRef<HTMLVideoElement>(null)
  const [rate, setRate] = useState<number>(USUAL_RATE)
  const [failed, setFailed] = useState(false)
  useLayoutEffect(() => {
    // loading a video resets its rate to the default rate
    if (video.current) Object.assign(video.current, { defaultPlaybackRate: rate, playbackRate: rate })
  }, [rate])
  const retry = () => {
    setFailed(false)
    video.current?.load()
    // the button disappears, so the focus moves to the video
    video.current?.focus()
  }
  return (
    <div className={styles.player}>
      {/* biome-ignore lint/a11y/useMediaCaption: the captions come with the article */}
      <video
        ref={video}
        className={styles.video}
        src={src}
        aria-label={label}
        controls
        controlsList="nodownload noplaybackrate"
        playsInline
        preload="metadata"
        onError={() => setFailed(true)}
      >
        {captions.map(({ src, language }) => (
          <track
            key={language}
            kind="captions"
            src={src}
            srcLang={language}
            label={nameOf(language)}
            default={language === intl.locale}
          />
        ))}
      </video>
      {/* a live region must exist before its text, or screen readers miss it */}
      <div role="status" className={styles.failure}>
        {failed ? (
          <Notice
            tone="warning"
            action={
              <Button size="small" tone="secondary" onClick={retry}>
                {intl.formatMessage({ id: "ui.retry" })}
              </Button>
            }
          >
            {intl.formatMessage({ id: "ui.player.failed" })}
          </Notice>
        ) : null}
      </div>
      <Segmented
        label={intl.formatMessage({ id: "ui.player.speed" })}
        value={String(rate)}
        onChange={(chosen) => setRate(Number(chosen))}
        options={VIDEO_RATES.map((each) => ({
          value: String(each),
          label: intl.formatMessage({ id: "ui.player.rate" }, { rate: each }),
        }))}
      />
    </div>
  )
}
