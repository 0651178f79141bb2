import { Effect } from "effect"
import type { Banner, Placard } from "../../src/domain/entities.ts"
import { Config } from "../config.ts"
import type { Call } from "../core/handler.ts"
import { storedTextIn } from "../core/texts.ts"
import { Db } from "../db/db.ts"
import { allowedLinkOrNone } from "./links.ts"

/** Maximum number of banners, and of placards. */
const shownMax = 20

/** Site messages as plain text, newest first. */
export const listPlacards = Effect.fn("listPlacards")(function* (_request: object, call: Call) {
  const db = yield* Db
  const rows = yield* db.query<{ id: string; content: string; at_ms: bigint }>(
    "select id, content, at_ms from placards order by at_ms desc, id desc limit $1",
    [shownMax],
  )
  return rows.map(
    (row): Placard => ({
      id: row.id,
      placard_content: storedTextIn(call.locale, row.content),
      at_ms: Number(row.at_ms),
    }),
  )
})

/** Banners of the home page. A link that is no longer allowed is omitted. */
export const listBanners = Effect.fn("listBanners")(function* (_request: object, call: Call) {
  const db = yield* Db
  const { linkHosts } = yield* Config
  const rows = yield* db.query<{ id: string; swipe_image: string; link: string | null; title: string }>(
    "select id, swipe_image, link, title from banners order by position, id limit $1",
    [shownMax],
  )
  return yield* Effect.forEach(rows, (row) =>
    Effect.map(allowedLinkOrNone(row.link ?? "", linkHosts, `banner ${row.id}`), (link): Banner => {
      const title = storedTextIn(call.locale, row.title)
      return { id: row.id, swipe_image: row.swipe_image, link: link === "" ? null : link, title }
    }),
  )
})
