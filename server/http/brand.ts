/** What visitors fetch of the operator's brand: its images, and the manifest of an installed app. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Context, Effect, Option, Schema } from "effect"
import {
  BRAND_IMAGES,
  brandPath,
  imageSetting,
  readAppearance,
  readSetting,
  SiteImage,
} from "../content/site.ts"
import { BRAND_ICON_SIDE_PX } from "../core/image-encoding.ts"
import type { Db } from "../db/db.ts"
import type { HttpExchange } from "./api.ts"
import { cutStalledReader } from "./slow-sender.ts"

const none = { hash: "", data: "" }

/**
 * Serves the logo and the icon of the site under the hash of their bytes, to every visitor. Resolves true
 * when the path belongs to them; a former image is not found.
 */
export const serveBrand = (services: Context.Context<Db>) => {
  const run = Effect.runPromiseWith(services)
  return async ({ request, response, url }: HttpExchange): Promise<boolean> => {
    const [, name, hash] = /^\/brand\/(logo|icon)-([0-9a-f]{16})\.webp$/.exec(url.pathname) ?? []
    const which = Option.fromUndefinedOr(BRAND_IMAGES.find((known) => known === name))
    if (Option.isNone(which)) return false
    const image = await run(readSetting(imageSetting(which.value), SiteImage, none))
    if (image.hash !== hash) {
      response.writeHead(404, { "cache-control": "no-store" }).end()
      return true
    }
    const bytes = Buffer.from(image.data, "base64")
    cutStalledReader(response)
    response.writeHead(200, {
      "content-type": "image/webp",
      "content-length": bytes.length,
      "cache-control": "public, max-age=31536000, immutable",
    })
    response.end(request.method === "HEAD" ? undefined : bytes)
    return true
  }
}

const MANIFEST = "/manifest.webmanifest"
const Manifest = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown))

/**
 * Serves the manifest of the build in `folder` with the operator's icon and accent, so that an
 * installed app has them too. Resolves false where neither is configured: the file itself is served.
 */
export const serveManifest = (services: Context.Context<Db>, folder: string) => {
  const run = Effect.runPromiseWith(services)
  const path = join(folder, MANIFEST)
  const own = existsSync(path) ? Schema.decodeUnknownSync(Manifest)(readFileSync(path, "utf8")) : null
  return async ({ request, response, url }: HttpExchange): Promise<boolean> => {
    if (url.pathname !== MANIFEST || own === null) return false
    const { icon, accent } = await run(readAppearance())
    if (icon === undefined && accent === undefined) return false
    const sizes = `${BRAND_ICON_SIDE_PX}x${BRAND_ICON_SIDE_PX}`
    const branded = {
      ...own,
      ...(accent !== undefined && { theme_color: accent }),
      ...(icon !== undefined && { icons: [{ src: brandPath("icon", icon), sizes, type: "image/webp" }] }),
    }
    cutStalledReader(response)
    response.writeHead(200, { "content-type": "application/manifest+json", "cache-control": "no-cache" })
    response.end(request.method === "HEAD" ? undefined : JSON.stringify(branded))
    return true
  }
}
