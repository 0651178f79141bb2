import { Effect } from "effect"
import type { Banner, Placard } from "../../src/domain/content.ts"
import { Config } from "../config.ts"
import type { Call } from "../core/handler.ts"
import { storedTextIn } from "../core/texts.ts"
import { sql } from "../db/db.ts"
import { allowedLinkOrNone } from "./sanitise.ts"

/** Maximum number of banners, and of placards. */
const entriesMax = 20

/** Site messages as plain text, newest first; in English where there is no translation. */
export const listPlacards = Effect.fn("listPlacards")(function* (_request: object, call: Call) {
  const rows = yield* sql<{ id: string; content: string; at_ms: bigint }>(
    `select p.id, coalesce(t.content, p.content) as content, p.at_ms from placards p
     left join placard_translations t on t.placard_id = p.id and t.language = $2
     order by p.at_ms desc, p.id desc limit $1`,
    [entriesMax, call.locale],
  )
  return rows.map(
    (row): Placard => ({
      id: row.id,
      placardContent: storedTextIn(call.locale, row.content),
      atMs: Number(row.at_ms),
    }),
  )
})

/** True for the path of a banner's image on this server. */
export const isBannerImage = (path: string): boolean =>
  /^\/banners\/[a-z0-9-]{1,40}\.(?:webp|png|jpg)$/.test(path)

/**
 * Banners of the home page; the title is English where there is no translation. A link that is no
 * longer allowed is omitted, and so is a banner whose image is not the site's own.
 */
export const listBanners = Effect.fn("listBanners")(function* (_request: object, call: Call) {
  const { linkHosts } = yield* Config
  const rows = yield* sql<{ id: string; swipe_image: string; link: string | null; title: string }>(
    `select b.id, b.swipe_image, b.link, coalesce(t.title, b.title) as title from banners b
     left join banner_translations t on t.banner_id = b.id and t.language = $2
     order by b.position, b.id limit $1`,
    [entriesMax, call.locale],
  )
  const own = rows.filter((row) => isBannerImage(row.swipe_image))
  return yield* Effect.forEach(own, (row) =>
    Effect.map(allowedLinkOrNone(row.link ?? "", linkHosts, `banner ${row.id}`), (link): Banner => {
      const title = storedTextIn(call.locale, row.title)
      return { id: row.id, swipeImage: row.swipe_image, link: link === "" ? null : link, title }
    }),
  )
})
