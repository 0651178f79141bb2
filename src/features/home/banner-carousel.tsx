import { useIntl } from "react-intl"
import type { Banner } from "../../domain/entities.ts"
import { Swiper } from "../../ui/Swiper.tsx"
import styles from "./banner-carousel.module.css"

export interface BannerCarouselProps {
  readonly banners: readonly Banner[]
}

const Face = ({ banner, first }: { readonly banner: Banner; readonly first: boolean }) => {
  const content = (
    <>
      <img
        className={styles.image}
        src={banner.swipeImage}
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

/** The banners of the home page. They advance every five seconds and can be paused. */
export const BannerCarousel = ({ banners }: BannerCarouselProps) => {
  const intl = useIntl()
  if (banners.length === 0) return null
  return (
    <div className={styles.carousel}>
      <Swiper
        labels={{
          label: intl.formatMessage({ id: "home.banners" }),
          pause: intl.formatMessage({ id: "home.banners.pause" }),
          play: intl.formatMessage({ id: "home.banners.play" }),
          slide: (index, count) => intl.formatMessage({ id: "home.banner" }, { index, count }),
        }}
        autoplay
        circular
        slides={banners.map((banner, index) => ({
          id: banner.id,
          content: <Face banner={banner} first={index === 0} />,
        }))}
      />
    </div>
  )
}
