/**
 * Banners that ship with the product. Each title is a message id. Drawn by scripts/draw-banners.ts.
 */
export const seedBanners = [
  { id: "simulated", swipe_image: "/banners/simulated.webp", title: "banner.simulated" },
  { id: "loss-first", swipe_image: "/banners/loss-first.webp", title: "banner.loss-first" },
  { id: "check-it", swipe_image: "/banners/check-it.webp", title: "banner.check-it" },
] as const

/** Site messages of the demo, most important first. Each is a message id. */
export const demoPlacards = [
  { id: "simulated", content: "placard.simulated" },
  { id: "no-fee", content: "placard.no-fee" },
] as const
